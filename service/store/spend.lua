-- Takes from a purse that fills again with time; what is taken may leave a debt.
--
-- KEYS  1 the purse (hash: what is left, and when that was)
-- ARGV  1 how much to take   2 how much it holds   3 how much comes back each second
-- Returns what is left, as text; below 0 for a debt. A full purse is not kept.

local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local holds, comes = tonumber(ARGV[2]), tonumber(ARGV[3])
local left = tonumber(kept[1]) or holds
local at = tonumber(kept[2]) or now
left = math.min(holds, left + math.max(0, now - at) * comes) - tonumber(ARGV[1])
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], math.ceil((holds - left) / comes) + 1)
return tostring(left)
