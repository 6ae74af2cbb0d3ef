import { createRateLimit } from '@/lib/http/rate-limit'

// A process of its own that takes from a limit as often as it is told, and prints how often it was let pass.
const [points = 0, times = 0] = process.argv.slice(2).map(Number)
const limit = createRateLimit('LIMIT_TEST', () => points, 3600, 'processes')
let passed = 0
for (let taken = 0; taken < times; taken++) if ((await limit.take('somebody')) === 0) passed++
process.stdout.write(String(passed))
