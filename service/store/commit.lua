-- Commits one change of a match: state, version, actions, events, and the record of the
-- change under its key; all or nothing.
--
-- KEYS  1 the match (hash: version, data)   2 its events (stream)
--       3 its actions (list)                4 the record of this change (string)
--       5 who follows it now (sorted set)
-- ARGV  1 version that the change was made from; 0: the match must not exist yet
--       2 the new data     3 time to live in seconds
--       4 the record       5 its time to live in seconds
--       6 number of actions   7... the actions, then the events, both in order
-- Returns {'done', new version}; {'known', record} if the change has landed before, as
-- when its answer was lost and it is sent again; {'stale', current version} if the
-- version that it was made from is not the current one.

local record = redis.call('GET', KEYS[4])
if record then
  return {'known', record}
end
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or 0)
if version ~= tonumber(ARGV[1]) then
  return {'stale', version}
end

version = version + 1
redis.call('HSET', KEYS[1], 'version', version, 'data', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
local first_event = 7 + tonumber(ARGV[6])
for i = 7, first_event - 1 do
  redis.call('RPUSH', KEYS[3], ARGV[i])
end
for i = first_event, #ARGV do
  redis.call('XADD', KEYS[2], version .. '-' .. (i - first_event), 'event', ARGV[i])
end
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('EXPIRE', KEYS[3], ARGV[3])
redis.call('SET', KEYS[4], ARGV[4], 'EX', ARGV[5])
if redis.call('EXISTS', KEYS[5]) == 1 then
  redis.call('PUBLISH', 'tapete:changes', KEYS[1])
end
return {'done', version}
