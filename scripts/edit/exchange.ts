// Files for translators: downloaded from the editor, and brought back.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { exportTexts, fileName, formats, isFormat, targetLanguage } from '../copy/exchange/export'
import { ExchangeError } from '../copy/exchange/imported'
import { planImport } from '../copy/exchange/plan'
import { readExchange } from '../copy/exchange/read-file'
import { readSources } from './catalogs'
import { EditError, type Routes, readJson, send, sendJson } from './http'

export const routes: Routes = {
  'GET /_edit/export': (_, response, query) => sendExport(response, query),
  'POST /_edit/import': previewImport,
}

/** `?locale=fr&format=xliff&which=open` */
function sendExport(response: ServerResponse, query: URLSearchParams) {
  const format = query.get('format')
  if (!isFormat(format)) throw new EditError(400, 'Choose XLIFF or CSV.')
  const exchange = explained(() => {
    return exportTexts(readSources().files, targetLanguage(query.get('locale')), query.get('which') === 'all')
  })
  const { write, type } = formats[format]
  response.setHeader('Content-Disposition', `attachment; filename="${fileName(format, exchange.locale)}"`)
  send(response, 200, type, write(exchange))
}

const importSchema = z.strictObject({ name: z.string(), content: z.string() })

/** Writes nothing: the changes are for `POST /_edit/save`. */
async function previewImport(request: IncomingMessage, response: ServerResponse) {
  const { content } = await readJson(request, importSchema)
  const { locale, texts } = explained(() => readExchange(content))
  sendJson(response, 200, { locale, ...planImport(texts, readSources().files, locale) })
}

function explained<Value>(step: () => Value): Value {
  try {
    return step()
  } catch (error) {
    if (error instanceof ExchangeError) throw new EditError(422, error.message)
    throw error
  }
}
