import type { Quota } from './rate-limit.ts'

/** Headers of every response: OWASP's recommendations for an API. */
export const SECURITY_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The headers of the specification and of the IETF (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = (quota: Quota, now: number): Record<string, string> => {
  const secondsLeft = Math.max(0, Math.ceil((quota.resetAt - now) / 1000))
  return {
    'X-RateLimit-Limit': String(quota.limit),
    'X-RateLimit-Remaining': String(quota.remaining),
    'X-RateLimit-Reset': String(Math.ceil(quota.resetAt / 1000)),
    RateLimit: `"default";r=${quota.remaining};t=${secondsLeft}`,
    'RateLimit-Policy': `"default";q=${quota.limit};w=60`,
  }
}
