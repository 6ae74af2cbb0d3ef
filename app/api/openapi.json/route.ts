import { handler } from '@/lib/http/handler'
import { openApiDocument } from '@/lib/openapi/document'

/** The description of this API: 200, OpenAPI 3.1. */
export const GET = handler(async () => Response.json(openApiDocument()))
