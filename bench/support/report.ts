import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { LoadResult } from './load.ts'

export interface Comparison {
  name: string
  ours: LoadResult
  bare: LoadResult
}

/** Prints both sides with their ratio and keeps the figures as JSON in bench/results (not committed). */
export const report = (
  bench: string,
  comparisons: Comparison[],
  extra: Record<string, unknown> = {},
): void => {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  console.log(`\n${bench} (${machine}, Node ${process.versions.node})`)
  for (const { name, ours, bare } of comparisons) {
    console.log(`\n  ${name}`)
    console.log(`    ours  ${figures(ours)}`)
    console.log(`    bare  ${figures(bare)}`)
    console.log(
      `    ratio p50 ${(ours.p50Ms / bare.p50Ms).toFixed(2)}×   throughput ${(ours.perSecond / bare.perSecond).toFixed(2)}×`,
    )
  }
  for (const [key, value] of Object.entries(extra))
    console.log(`\n  ${key}: ${JSON.stringify(value)}`)
  const directory = new URL('../results/', import.meta.url)
  mkdirSync(directory, { recursive: true })
  const result = {
    bench,
    at: new Date().toISOString(),
    machine,
    node: process.versions.node,
    comparisons,
    ...extra,
  }
  writeFileSync(new URL(`${bench}.json`, directory), `${JSON.stringify(result, null, 2)}\n`)
}

const figures = ({ p50Ms, p95Ms, perSecond }: LoadResult) =>
  `p50 ${p50Ms.toFixed(2)} ms   p95 ${p95Ms.toFixed(2)} ms   ${Math.round(perSecond)}/s`
