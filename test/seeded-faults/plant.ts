import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Fault, Patch } from './faults.ts'

/** A file of SQL after all others in the alphabet: functions are applied in that order. */
const SQL_FILE = 'prisma/functions/zz-seeded-fault.sql'

/** Where a patch applies: the only file of its pattern that has the text, once. Throws when there is not exactly one. */
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

/** Puts a fault into a tree. Answers what takes it out again. */
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
