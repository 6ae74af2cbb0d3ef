import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrandError } from '@/lib/brand/facts'
import { SHARE_IMAGE } from '@/lib/root-files'

const signature = '89504e470d0a1a0a'

/** The share images in a brand's folder, by their paths on the site. Throws BrandError for one that is none of `paths`. */
export function readShareImages(folder: string, paths: readonly string[]): Map<string, Uint8Array> {
  const names = existsSync(join(folder, 'share')) ? readdirSync(join(folder, 'share')) : []
  return new Map(
    names.map((name) => {
      const file = join(folder, 'share', name)
      const path = `/share/${name}`
      if (!paths.includes(path)) throw new BrandError(`${file} is no share image: a page has one such as home.en.png.`)
      return [path, readShareImage(file)]
    }),
  )
}

function readShareImage(file: string): Uint8Array {
  const bytes = readFileSync(file)
  if (bytes.length < 24 || bytes.toString('hex', 0, 8) !== signature) throw new BrandError(`${file} is no PNG image.`)
  const { width, height } = SHARE_IMAGE
  const [across, down] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (across !== width || down !== height)
    throw new BrandError(`${file} has ${across} x ${down} pixels and needs ${width} x ${height}.`)
  return bytes
}
