import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** A certificate for localhost that nobody trusts, with its key, as texts and as files. */
export async function makeCertificate() {
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  })
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.certificate, pems.cert)
  writeFileSync(files.key, pems.private)
  return { cert: pems.cert, key: pems.private, files }
}
