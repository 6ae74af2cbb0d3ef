import { config } from 'zod/mini'

// zod tries `new Function` to compile schemas; a page's policy forbids and reports that.
config({ jitless: typeof window !== 'undefined' })
