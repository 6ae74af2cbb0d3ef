import { handler } from '@/lib/http/handler'
import { openApiDocument } from '@/lib/openapi/document'

export const GET = handler(async () => Response.json(openApiDocument()))
