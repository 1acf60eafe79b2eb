/**
 * Entry of `npm run seeded-faults`: plants each fault in a copy of the tree and runs the tests that must detect
 * it. Fails if a fault survives or can no longer be planted. Arguments select faults by word; without any, all
 * are tried.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { readJson } from '../../dev/files.ts'
import { root } from '../../dev/paths.ts'
import type { VitestReport } from '../../dev/test-report.ts'
import { FAULTS, type Fault } from './faults.ts'
import { plant } from './plant.ts'

/** Copies of the tree in parallel use. */
const AT_ONCE = 2

/** What the copy omits or links to. */
const NOT_COPIED = new Set(['.git', 'node_modules', '.therapy', 'coverage'])

type Outcome = 'killed' | 'SURVIVED' | 'BROKEN'

// Copies are removed in any case.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const words = process.argv.slice(2)
const asked = FAULTS.filter(({ name }) => words.every((word) => name.includes(word)))
if (asked.length === 0) throw new Error(`No fault is named ${words.join(' ')}`)
const waiting = [...asked]
const outcomes = new Map<string, Outcome>()

await Promise.all(Array.from({ length: Math.min(AT_ONCE, asked.length) }, tryFaults))

const missed = [...outcomes].filter(([, outcome]) => outcome !== 'killed')
console.log(`\n${outcomes.size - missed.length} of ${asked.length} faults killed`)
for (const [name, outcome] of missed) console.log(`  ${outcome} ${name}`)
process.exitCode = missed.length > 0 ? 1 : 0

async function tryFaults(): Promise<void> {
  const tree = mkdtempSync(path.join(tmpdir(), 'therapy-seeded-fault-'))
  process.once('exit', () => rmSync(tree, { recursive: true, force: true }))
  cpSync(root, tree, {
    recursive: true,
    filter: (source) => !NOT_COPIED.has(path.relative(root, source)),
  })
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
  for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
    const since = Date.now()
    const { outcome, by } = await tryFault(tree, fault)
    outcomes.set(fault.name, outcome)
    const seconds = Math.round((Date.now() - since) / 1_000)
    console.log(`${outcome.padEnd(8)} ${fault.name} (${seconds} s)\n         ${by}`)
  }
}

/** The result of a fault, and the test or reason. */
async function tryFault(tree: string, fault: Fault): Promise<{ outcome: Outcome; by: string }> {
  let takeOut: () => void
  try {
    takeOut = plant(tree, fault, (file) => rmSync(file))
  } catch (error) {
    return { outcome: 'BROKEN', by: error instanceof Error ? error.message : String(error) }
  }
  try {
    return outcomeOf(await runTests(tree, fault))
  } finally {
    takeOut()
  }
}

async function runTests(
  tree: string,
  { tests, title }: Fault,
): Promise<{ report: VitestReport | undefined; said: string }> {
  const reportFile = path.join(tree, 'seeded-fault.json')
  rmSync(reportFile, { force: true })
  const command = [
    path.join(tree, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${reportFile}`,
    ...tests,
    ...(title ? ['-t', title] : []),
  ]
  const said = await promisify(execFile)(process.execPath, command, {
    cwd: tree,
    maxBuffer: 2 ** 28,
  }).then(
    ({ stdout, stderr }) => stdout + stderr,
    // Failing tests make it exit with an error.
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
  return { report: readJson(reportFile) as VitestReport | undefined, said }
}

/** A test must fail: a file that cannot be loaded shows that the fault is invalid. */
function outcomeOf({ report, said }: Awaited<ReturnType<typeof runTests>>): {
  outcome: Outcome
  by: string
} {
  const results = report?.testResults ?? []
  const failed = results
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed) return { outcome: 'killed', by: failed.fullName }
  const set = results.find(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length > 0,
  )
  if (set) return { outcome: 'killed', by: `the set-up of ${path.basename(set.name)}` }
  if (report && report.numPassedTests > 0) return { outcome: 'SURVIVED', by: 'every test passed' }
  return { outcome: 'BROKEN', by: said.split('\n').slice(-20).join('\n         ') }
}
