'use client'

import { FileUpload, type UploadTexts } from '@/components/attestations/file-upload'

/** The file of a draft: sent at once with JavaScript, with the form without. */
export function ConsoleUpload({ texts }: { texts: UploadTexts }) {
  return (
    <FileUpload
      id="report-file"
      name="file"
      texts={texts}
      onKept={({ fileUrl, sha256 }, { form }) => {
        setField(form, 'file_url', fileUrl)
        setField(form, 'sha256', sha256)
      }}
    />
  )
}

function setField(form: HTMLFormElement | null, name: string, value: string) {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}
