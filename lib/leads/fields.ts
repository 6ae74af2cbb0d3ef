/** The most characters each field may have. */
export const contactLimits = { name: 200, email: 254, company: 200, phone: 50, message: 5000 } as const

export type ContactField = keyof typeof contactLimits

export const contactFields = Object.keys(contactLimits) as ContactField[]
