import { config } from 'zod/mini'

// zod tries `new Function` to compile schemas, which a page's policy blocks and
// reports.
config({ jitless: typeof window !== 'undefined' })
