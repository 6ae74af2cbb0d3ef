import { pathOfFile } from '@/lib/attestations/file-address'
import { maxFileBytes } from '@/lib/attestations/file-limits'
import { absoluteAddress } from '@/lib/attestations/file-store'
import { receiveFile } from '@/lib/attestations/receive-file'
import { authorizeAndLimit } from '@/lib/attestations/report-changes'
import { mediaTypes } from '@/lib/http/api-table'
import { mediaType, problemResponse, routeHandler } from '@/lib/http/handler'
import { log } from '@/lib/log'
import { authorizeOperatorChange } from '@/lib/operator/authorize'

/**
 * Stores the PDF in the request body, so that a report can link to it.
 * Uploading the same file twice stores it once.
 */
export const POST = routeHandler(async (request) => {
  const { operator, problem } = await authorizeAndLimit(request, (sent) =>
    authorizeOperatorChange(sent, 'compliance'),
  )
  if (problem) return problem
  if (mediaType(request) !== mediaTypes.pdf)
    return problemResponse('wrong_type')
  if (Number(request.headers.get('content-length')) > maxFileBytes)
    return problemResponse('too_large')
  if (!request.body) return problemResponse('not_pdf')
  const received = await receiveFile(request.body)
  if (received.refusal) return problemResponse(received.refusal.code)
  log.info({ operator, ...received }, 'report file received')
  return Response.json(
    { file_url: absoluteAddress(pathOfFile(received.sha256)), ...received },
    { status: 201 },
  )
})
