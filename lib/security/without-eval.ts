import { config } from 'zod/mini'

// zod tries whether it may compile its schemas with `new Function`. A page's policy forbids that, and reports the try.
config({ jitless: typeof window !== 'undefined' })
