import { routeHandler } from '@/lib/http/handler'
import { openApiDocument } from '@/lib/openapi/document'

export const GET = routeHandler(async () => Response.json(openApiDocument()))
