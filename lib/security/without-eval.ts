import { config } from 'zod/mini'

// Prevents zod from compiling schemas with `new Function`, which a page's
// policy blocks and reports.
config({ jitless: typeof window !== 'undefined' })
