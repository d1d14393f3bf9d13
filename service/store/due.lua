-- Claims entries of the due-list, or settles a claimed one.
--
-- KEYS  1 the list (sorted set: match id, time at which to look at it)
-- ARGV  'claim', now, time until which the claim holds, most
--         returns the claimed ids; each is due again when the claim ends
--       'settle', id, time of the claim, next time or ''
--         sets the next time, or takes the entry out, unless it was changed meanwhile

if ARGV[1] == 'claim' then
  local found = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[2], 'BYSCORE', 'LIMIT', 0, ARGV[4])
  for _, id in ipairs(found) do
    redis.call('ZADD', KEYS[1], 'XX', ARGV[3], id)
  end
  return found
end
local score = redis.call('ZSCORE', KEYS[1], ARGV[2])
if score and tonumber(score) == tonumber(ARGV[3]) then
  if ARGV[4] == '' then
    redis.call('ZREM', KEYS[1], ARGV[2])
  else
    redis.call('ZADD', KEYS[1], ARGV[4], ARGV[2])
  end
end
return {}
