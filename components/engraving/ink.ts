import type { Metal } from '@/lib/engraving/presets'

/** The class that sets `currentColor` to a metal's ink. */
export const INK: Record<Metal, string> = { gold: 'text-gold', silver: 'text-silver' }
