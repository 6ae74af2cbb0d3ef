import { pathOfFile } from '@/lib/attestations/fields'
import { readFormWithFile } from '@/lib/attestations/receive-file'
import { mediaTypes } from '@/lib/http/api-table'
import { mediaType } from '@/lib/http/body'
import { problem } from '@/lib/http/error-response'
import { readForm } from '@/lib/operator/console-action'

const maxTextBytes = 64 * 1024

/** What became of a file that was sent with the form, as a field of it. */
export const fileProblem = 'file_problem'

/** The fields of a form of the console. A file that came along is kept, and the fields about it are filled in. */
export async function readReportForm(request: Request, maxBytes: number): Promise<URLSearchParams | Response> {
  if (mediaType(request) !== mediaTypes.multipart) return readForm(request, maxTextBytes)
  if (Number(request.headers.get('content-length')) > maxBytes) return problem('too_large')
  const read = await readFormWithFile(request)
  if (!read) return problem('malformed')
  const { form, file } = read
  form.delete(fileProblem)
  if (typeof file === 'string') form.set(fileProblem, file)
  if (typeof file === 'object') {
    form.set('file_url', pathOfFile(file.sha256))
    form.set('sha256', file.sha256)
  }
  return form
}
