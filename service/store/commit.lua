-- Commits one change of a match: state, version and events, all or nothing.
--
-- KEYS  1 the match (hash: version, commit, data)   2 its events (stream)
-- ARGV  1 version that the change was made from; 0: the match must not exist yet
--       2 id of this commit   3 the new data   4 time to live in seconds
--       5... the events, in order
-- Returns {1, new version} or, for a version that is not the current one, {0, current}.

local held = redis.call('HMGET', KEYS[1], 'version', 'commit')
local version = tonumber(held[1] or 0)

-- The client sends a commit again when its answer was lost: it has landed already.
if held[2] == ARGV[2] then
  return {1, version}
end
if version ~= tonumber(ARGV[1]) then
  return {0, version}
end

version = version + 1
redis.call('HSET', KEYS[1], 'version', version, 'commit', ARGV[2], 'data', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
for i = 5, #ARGV do
  redis.call('XADD', KEYS[2], version .. '-' .. (i - 5), 'event', ARGV[i])
end
redis.call('EXPIRE', KEYS[2], ARGV[4])
return {1, version}
