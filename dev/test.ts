/** Entry of bin/test: the static checks, every test, the quick drills; ends with `N passed, N failed`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Reporting } from './downloads.ts'
import { readJson } from './files.ts'
import { mustangPath } from './mustang.ts'
import { cacheDir, root } from './paths.ts'
import { paint } from './progress.ts'
import {
  brokenFiles,
  countsOf,
  describeFlaky,
  flakyTests,
  withoutFlaky,
  type Counts,
  type FlakyTest,
  type VitestReport,
} from './test-report.ts'
import { stripeMockPath } from './stripe-mock.ts'
import { timeSkippingServerPath } from './time-skipping.ts'

/** More broken files than this are broken by the change, not at times. */
const RERUN_LIMIT = 3

const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)

/** What the compiler knows of files that have not changed: a second look takes a sixth of the first. */
const TYPES_KNOWN = path.join(root, 'node_modules', '.cache', 'types.tsbuildinfo')

const STATIC_STAGES: [name: string, command: string, args: string[]][] = [
  ['format', bin('oxfmt'), ['--check', '.']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['types', bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', TYPES_KNOWN]],
  ['unused', bin('knip'), []],
]

interface Tool {
  name: string
  find: (options: Reporting) => Promise<unknown>
  /** What is needed to get it. */
  missing: string
}

/** Without them their tests are skipped; with `CI` set that is a failure. */
const TOOLS: Tool[] = [
  {
    name: 'time-skipping server',
    find: timeSkippingServerPath,
    missing: 'neither the download of the SDK nor the Python package index could be reached',
  },
  {
    name: 'stripe-mock',
    find: stripeMockPath,
    missing: 'install Go, and let it reach its module proxy',
  },
  {
    name: 'validator of e-invoices',
    find: mustangPath,
    missing: 'install Java 17 (the JDK) and Maven, and let Maven reach Maven Central',
  },
]

/** Whoever stops it wants nothing more of it to begin. */
let stoppedBy: NodeJS.Signals | undefined

process.exitCode = (await testAll(process.argv.slice(2))).failed > 0 ? 1 : 0

async function testAll(filters: string[]): Promise<Counts> {
  const [lines, flaky]: [string[], FlakyTest[]] = [[], []]
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const stage = async (name: string, work: () => Promise<Counts>) => {
    if (stoppedBy) return
    console.log(paint(process.stdout, 'bold', `\n▶ ${name}`))
    const since = Date.now()
    const result = await work()
    const seconds = ((Date.now() - since) / 1000).toFixed(1).padStart(7)
    lines.push(
      `  ${result.failed > 0 ? '✗' : '✓'} ${name.padEnd(22)}${seconds} s  ${describe(result)}`,
    )
    for (const key of ['passed', 'failed', 'skipped'] as const) counts[key] += result[key]
  }
  if (filters.length === 0) {
    for (const [name, command, options] of STATIC_STAGES) {
      await stage(name, async () => one((await run(command, options)) === 0))
    }
  }
  for (const tool of TOOLS) await stage(tool.name, () => fetched(tool))
  await stage('tests', () => vitest(filters, flaky))
  if (filters.length === 0) {
    const drills = path.join(root, 'test', 'drills', 'main.ts')
    await stage('drills', async () => one((await run(process.execPath, [drills, '--quick'])) === 0))
  }
  if (stoppedBy) console.log(`\nstopped by ${stoppedBy}: what is not listed was not run`)
  for (const test of flaky) lines.push(`  ${describeFlaky(test)}`)
  console.log(`\n${lines.join('\n')}\n\n${describe(counts)}`)
  return counts
}

/** Fetched before the tests, so that they neither wait for it nor time out meanwhile. */
async function fetched({ find, missing }: Tool): Promise<Counts> {
  const found = await find({ log: console.log })
  console.log(found ? 'found' : `not available: ${missing}`)
  return { passed: 0, failed: !found && process.env['CI'] ? 1 : 0, skipped: 0 }
}

/**
 * Runs the tests. Files that fail are run once more, on their own, to name the tests that fail only at
 * times. Those of a few files count as passed and are named; more are failures: then something races.
 */
async function vitest(filters: string[], flaky: FlakyTest[]): Promise<Counts> {
  const first = await vitestOnce(filters)
  const files = brokenFiles(first.report).map((file) => path.relative(root, file))
  if (stoppedBy || files.length === 0 || files.length > RERUN_LIMIT) return first.counts
  console.log(paint(process.stdout, 'bold', `\n▶ once more: ${files.join(' ')}`))
  // The files replace the filters; options such as `-t title` stay.
  const option = filters.findIndex((it) => it.startsWith('-'))
  const again = await vitestOnce([...files, ...(option < 0 ? [] : filters.slice(option))])
  const found = flakyTests(first.report, again.report)
  flaky.push(...found)
  return withoutFlaky(first.counts, found)
}

async function vitestOnce(
  filters: string[],
): Promise<{ counts: Counts; report: VitestReport | undefined }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'therapy-test-'))
  const reportFile = path.join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const code = await run(bin('vitest'), ['run', ...reporters, ...filters])
  const report = readJson(reportFile) as VitestReport | undefined
  rmSync(folder, { recursive: true, force: true })
  return { counts: countsOf(report, code), report }
}

async function run(command: string, options: string[]): Promise<number> {
  const env = { ...process.env, NODE_COMPILE_CACHE: cacheDir('compiled') }
  const child = spawn(command, options, { cwd: root, env, stdio: 'inherit' })
  const forward = (signal: NodeJS.Signals) => {
    stoppedBy = signal
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, forward)
  const [code]: (number | null)[] = await once(child, 'close')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, forward)
  return code ?? 1
}

function one(passed: boolean): Counts {
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 }
}

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
