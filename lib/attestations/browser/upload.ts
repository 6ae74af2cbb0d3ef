import { isRecord } from '@/lib/browser/guards'
import { maxFileBytes } from '@/lib/http/file-size'
import { parseJson } from '@/lib/parse-json'

export type Upload =
  | { kind: 'kept'; fileUrl: string; sha256: string }
  | { kind: 'failed'; code: string }
  | { kind: 'cancelled' }

// fetch tells nothing of how much was sent.
/** Sends the file of a report to be kept. `onProgress` gets the share that was sent, 0 to 1. Never rejects. */
export function uploadFile(file: Blob, onProgress: (share: number) => void, signal: AbortSignal): Promise<Upload> {
  if (file.size > maxFileBytes) return Promise.resolve({ kind: 'failed', code: 'too_large' })
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/attestations/files')
    request.setRequestHeader('Content-Type', 'application/pdf')
    request.upload.onprogress = ({ loaded }) => onProgress(file.size > 0 ? loaded / file.size : 1)
    request.onload = () => resolve(outcomeOf(request))
    request.onerror = () => resolve({ kind: 'failed', code: 'offline' })
    request.onabort = () => resolve({ kind: 'cancelled' })
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function outcomeOf({ status, responseText }: XMLHttpRequest): Upload {
  const body = parseJson(responseText)
  const { file_url: fileUrl, sha256, error } = isRecord(body) ? body : {}
  if (status === 201 && fileUrl) return { kind: 'kept', fileUrl: String(fileUrl), sha256: String(sha256) }
  return { kind: 'failed', code: String(isRecord(error) ? error.code : 'unexpected') }
}
