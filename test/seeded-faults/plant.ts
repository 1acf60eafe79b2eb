import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Fault, Patch } from './faults.ts'

/** An SQL file that sorts last: functions are applied alphabetically. */
const SQL_FILE = 'prisma/functions/zz-seeded-fault.sql'

/** The place of a patch: the only file of its pattern with the text, once. Throws otherwise. */
export const placeOf = (tree: string, { file, find }: Patch): { at: string; text: string } => {
  const having = globSync(file, { cwd: tree }).flatMap((name) => {
    const at = path.join(tree, name)
    const text = readFileSync(at, 'utf8')
    return text.includes(find) ? [{ at, text }] : []
  })
  const [place] = having
  if (!place || having.length > 1 || place.text.split(find).length !== 2)
    throw new Error(`${file} does not have exactly one place with: ${find}`)
  return place
}

/** Plants a fault in a tree. Returns a function that removes it. */
export const plant = (tree: string, fault: Fault, remove: (file: string) => void): (() => void) => {
  if ('sql' in fault) {
    const at = path.join(tree, SQL_FILE)
    writeFileSync(at, `${fault.sql}\n`)
    return () => remove(at)
  }
  const { at, text } = placeOf(tree, fault)
  writeFileSync(
    at,
    text.replace(fault.find, () => fault.replace),
  )
  return () => writeFileSync(at, text)
}
