import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../../dev/paths.ts'
import type { Case } from './cases.ts'
import type { Java, Toolchain } from './toolchains.ts'

const run = promisify(execFile)

/** The result of a snippet per case: accepted, or its error. */
export type Verdicts = Record<string, { accepted: boolean; said: string }>

/** The code blocks of a page that name a file, by that name. */
export const snippetsOf = (page: string): Map<string, string> =>
  new Map(
    [...page.matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms)].map(([, file, code]) => [file!, code!]),
  )

/** A folder with snippets in which Node finds our dependencies. */
export const writeSnippets = (snippets: Map<string, string>): Disposable & { dir: string } => {
  const dir = mkdtempSync(path.join(tmpdir(), 'webhook-guide-'))
  symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'))
  for (const [file, code] of snippets) writeFileSync(path.join(dir, file), code)
  cpSync(path.join(import.meta.dirname, 'Main.java'), path.join(dir, 'Main.java'))
  return { dir, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) }
}

export const runNode = async (dir: string, file: string, cases: Case[]): Promise<Verdicts> => {
  const script = `
    const { verify } = await import('./' + process.argv[1])
    const verdicts = {}
    for (const { name, body, headers, secret, endpoint, keys } of JSON.parse(process.argv[2])) {
      const known = process.argv[1].includes('v2') ? [endpoint, keys] : [secret]
      try {
        const event = verify(Buffer.from(body), headers, ...known)
        const { id } = event ?? JSON.parse(body)
        verdicts[name] = { accepted: id === JSON.parse(body).id, said: '' }
      } catch (error) {
        verdicts[name] = { accepted: false, said: String(error) }
      }
    }
    console.log(JSON.stringify(verdicts))`
  const args = ['--input-type=module', '--eval', script, file, JSON.stringify(cases)]
  return answerOf(await run(process.execPath, args, { cwd: dir }))
}

export const runPython = async (
  { command }: Toolchain,
  dir: string,
  file: string,
  cases: Case[],
): Promise<Verdicts> => {
  const script = `
import importlib, json, sys
verify = importlib.import_module(sys.argv[1]).verify
verdicts = {}
for case in json.loads(sys.argv[2]):
    known = [case["endpoint"], case["keys"]] if "v2" in sys.argv[1] else [case["secret"]]
    try:
        event = verify(case["body"].encode(), case["headers"], *known)
        verdicts[case["name"]] = {"accepted": event["id"] == json.loads(case["body"])["id"], "said": ""}
    except Exception as error:
        verdicts[case["name"]] = {"accepted": False, "said": repr(error)}
print(json.dumps(verdicts))`
  const module = path.basename(file, '.py')
  const args = ['-c', script, module, JSON.stringify(cases)]
  return answerOf(await run(command, args, { cwd: dir }))
}

/** Compiles the snippets together, because starting a compiler dominates. */
export const compileJava = async (
  { compiler, classPath }: Java,
  dir: string,
  files: string[],
): Promise<void> => {
  const sources = ['Main.java', ...files].map((source) => path.join(dir, source))
  await run(compiler, ['-d', dir, '-cp', [dir, classPath].join(path.delimiter), ...sources])
}

export const runJava = async (
  { command, classPath }: Java,
  dir: string,
  file: string,
  cases: Case[],
): Promise<Verdicts> => {
  const input = path.join(dir, `${file}.cases`)
  writeFileSync(input, cases.map(lineOf).join('\n'))
  const at = [dir, classPath].join(path.delimiter)
  const args = ['-cp', at, 'Main', path.basename(file, '.java'), input]
  const { stdout } = await run(command, args, { cwd: dir })
  const lines = stdout.trimEnd().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [name, accepted, said = ''] = line.split('\t')
      return [name, { accepted: accepted === 'true', said }]
    }),
  )
}

/** Java has no built-in JSON: one line per case, with base64 fields. */
const lineOf = ({ name, body, headers, secret, endpoint, keys }: Case): string => {
  const lines = (pairs: [string, string][]) => pairs.map(([key, it]) => `${key}=${it}`).join('\n')
  const fields = [
    name,
    body,
    lines(Object.entries(headers)),
    secret,
    endpoint.id,
    endpoint.url,
    lines(keys.map(({ kid, x }) => [kid, x])),
  ]
  return fields.map((field) => Buffer.from(field).toString('base64')).join(' ')
}

const answerOf = ({ stdout }: { stdout: string }): Verdicts => JSON.parse(stdout) as Verdicts
