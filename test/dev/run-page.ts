/** Runs the shell blocks of a page of docs/ like a reader, and compares the responses shown. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, basename } from 'node:path'
import { promisify } from 'node:util'

import { root } from '../../dev/paths.ts'

/** Characters of output repeated in a report: a list of all mail would hide the rest. */
const MOST_SHOWN = 600

interface Block {
  line: number
  code: string
  /** What the page shows below the block: members of the last response, or printed lines. */
  shown?: { json: unknown } | { text: string }
}

export interface Page {
  path: string
  /** Files that a reader saves, by name. */
  files: Map<string, string>
  /** The shell blocks: those of the file named like the page. */
  commands: Block[]
}

export function readPage(name: string, edit = (source: string) => source): Page {
  const page = `docs/${name}.md`
  const source = edit(readFileSync(join(root, page), 'utf8'))
  return { path: page, ...blocksOf(source, `${basename(name)}.sh`) }
}

export function blocksOf(source: string, script: string): Omit<Page, 'path'> {
  const files = new Map<string, string>()
  const commands: Block[] = []
  const fences = source.matchAll(/^```(\w+)(?: file=(\S+))?\n(.*?)^```$/gms)
  for (const { index, 1: language, 2: file, 3: code = '' } of fences) {
    const line = source.slice(0, index).split('\n').length
    const last = commands.at(-1)
    if (file === script) commands.push({ line, code })
    else if (file) files.set(file, (files.get(file) ?? '') + code)
    else if (language === 'json' && last) last.shown = { json: JSON.parse(code) }
    else if (language === 'text' && last) last.shown = { text: code }
  }
  return { files, commands }
}

/** @returns What the page shows that did not happen, one line each. */
export async function runPage(
  page: Page,
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string[]> {
  const script = page.commands.map(runBlock).join('\n')
  for (const [file, code] of page.files) writeFileSync(join(options.cwd, file), code)
  const run = promisify(execFile)('bash', ['--norc', '-uo', 'pipefail', '-c', script], {
    ...options,
    timeout: 240_000,
  })
  const failed = await run.then(
    () => undefined,
    (error: { stderr: string }) => error.stderr,
  )
  const read = (file: string) => {
    const at = join(options.cwd, file)
    return existsSync(at) ? readFileSync(at, 'utf8') : undefined
  }
  if (failed !== undefined)
    return [
      `${page.path} failed at the last of these lines:\n${failed.slice(-MOST_SHOWN)}\nThe last answer began:\n${read('answer.json')?.slice(0, MOST_SHOWN)}`,
    ]
  return page.commands.flatMap(({ line, shown }, at) => {
    if (!shown) return []
    const missing =
      'json' in shown
        ? differences(shown.json, JSON.parse(read(`${at}.json`) ?? 'null'))
        : missingLines(shown.text, read(`${at}.out`) ?? '')
    return missing.map((it) => `${page.path}:${line} ${it}`)
  })
}

/** A page that shows an error expects one, so its block may fail. */
function runBlock({ line, code, shown }: Block, at: number): string {
  const refused = shown && 'json' in shown && isRefusal(shown.json)
  return [
    `echo "line ${line}" >&2`,
    refused ? 'set +e' : 'set -e',
    `{\n${code}\n} > ${at}.out`,
    `[ ! -f answer.json ] || cp answer.json ${at}.json`,
  ].join('\n')
}

const isRefusal = (shown: unknown) =>
  typeof shown === 'object' && shown !== null && 'status' in shown && Number(shown.status) >= 400

/**
 * Members shown by a page and missing in a response. List items keep their order, with others allowed in
 * between; `…` stands for values that change.
 */
export function differences(shown: unknown, answered: unknown, path = ''): string[] {
  const no = [
    `${path || '.'}: shows ${JSON.stringify(shown)}, answered ${JSON.stringify(answered)}`,
  ]
  if (Array.isArray(shown)) {
    if (!Array.isArray(answered) || (shown.length === 0 && answered.length > 0)) return no
    let at = 0
    for (const item of shown) {
      while (at < answered.length && differences(item, answered[at]).length > 0) at++
      if (at++ === answered.length) return no
    }
    return []
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof answered !== 'object' || answered === null) return no
    const members: Record<string, unknown> = { ...answered }
    return Object.entries(shown).flatMap(([name, value]) =>
      differences(value, members[name], `${path}.${name}`),
    )
  }
  if (typeof shown === 'string' && shown.includes('…')) {
    const text = typeof answered === 'string' ? answered : (JSON.stringify(answered) ?? '')
    return answered !== undefined && patternOf(shown).test(text) ? [] : no
  }
  return shown === answered ? [] : no
}

function missingLines(shown: string, printed: string): string[] {
  const lines = printed.split('\n').map((line) => line.trimEnd())
  return shown
    .trimEnd()
    .split('\n')
    .filter((line) => !lines.some((it) => patternOf(line).test(it)))
    .map((line) => `shows "${line}", printed:\n${printed.slice(0, MOST_SHOWN)}`)
}

const patternOf = (shown: string) =>
  new RegExp(
    `^${shown.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('…', '[^]*')}$`,
  )
