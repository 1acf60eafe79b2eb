import { readFileSync } from 'node:fs'
import type { Member } from './member.ts'

const SAMPLE_EVERY_MS = 50

/** Resident memory of a process; 0 without /proc. */
export const residentMib = ({ pid }: Member): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024)
  } catch {
    return 0
  }
}

/** The result of `work` and the largest value measured meanwhile. */
export const largestWhile = async <T>(
  read: () => number,
  work: () => Promise<T>,
): Promise<[result: T, largest: number]> => {
  let largest = read()
  const timer = setInterval(() => (largest = Math.max(largest, read())), SAMPLE_EVERY_MS)
  try {
    const result = await work()
    return [result, Math.max(largest, read())]
  } finally {
    clearInterval(timer)
  }
}
