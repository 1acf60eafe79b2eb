import { Pool } from 'undici'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface LoadResult {
  requests: number
  seconds: number
  perSecond: number
  p50Ms: number
  p95Ms: number
}

/**
 * Sends a fixed number of requests with a fixed concurrency, each as soon as the one before is
 * answered. Any status but `expected` ends the bench: a figure over failures means nothing.
 */
export const load = async (
  url: string,
  {
    requests,
    concurrency,
    expected,
    make,
  }: {
    requests: number
    concurrency: number
    expected: number
    make: (index: number) => LoadRequest
  },
): Promise<LoadResult> => {
  await using pool = disposable(new Pool(url, { connections: concurrency, pipelining: 1 }))
  const durations: number[] = []
  let next = 0
  const client = async () => {
    while (next < requests) {
      const { method, path, headers, body } = make(next++)
      const startedAt = performance.now()
      const response = await pool.request({
        method,
        path,
        headers: headers ?? {},
        body: body ?? null,
      })
      const text = await response.body.text()
      durations.push(performance.now() - startedAt)
      if (response.statusCode !== expected)
        throw new Error(`${method} ${path} answered ${response.statusCode}: ${text}`)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: concurrency }, client))
  const seconds = (performance.now() - startedAt) / 1000
  durations.sort((a, b) => a - b)
  const percentile = (share: number) =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * share))]!
  return {
    requests,
    seconds,
    perSecond: requests / seconds,
    p50Ms: percentile(0.5),
    p95Ms: percentile(0.95),
  }
}

const disposable = (pool: Pool) =>
  Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() })

/** The middle one of several rounds by throughput: these machines are noisy. */
export const median = (results: LoadResult[]): LoadResult =>
  results.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(results.length / 2)]!
