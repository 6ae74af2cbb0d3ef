import { openApiDocument } from '@/lib/openapi/document'

/** The description of this API: 200, OpenAPI 3.1. */
export function GET() {
  return Response.json(openApiDocument())
}
