/** Makes the stack traces of a bundle name its sources. The maps are read only for a trace that is read. */
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'

/** The bundle's folder: here, `import.meta.url` is the file of the bundle. */
const FOLDER = new URL('./', import.meta.url).href

/** A place in the bundle: `file:///…/api.mjs:1:2345`. */
const PLACE = new RegExp(`(${RegExp.escape(FOLDER)}[^\\s()]+\\.mjs):(\\d+):(\\d+)`, 'g')

/** A map takes 20 MB of memory and a tenth of a second to read, so it stays while errors are frequent. */
const KEPT_MS = 60_000
const maps = new Map<string, SourceMap>()

/** Undefined if the bundle has been removed since. */
const readMap = (file: string) => {
  const known = maps.get(file)
  if (known) return known
  try {
    const text = readFileSync(new URL(`${file}.map`), 'utf8')
    const map = new SourceMap(JSON.parse(text) as SourceMapPayload)
    maps.set(file, map)
    setTimeout(() => maps.delete(file), KEPT_MS).unref()
    return map
  } catch {
    return undefined
  }
}

const sourcePlace = (place: string, file: string, line: string, column: string): string => {
  const entry = readMap(file)?.findEntry(Number(line) - 1, Number(column) - 1)
  if (!entry || !('originalSource' in entry)) return place
  const source = new URL(entry.originalSource, file).href
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

const format = Error.prepareStackTrace.bind(Error)
Error.prepareStackTrace = (error, frames) =>
  String(format(error, frames)).replaceAll(PLACE, sourcePlace)
