import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { issueMessage } from '../input/issue-message.ts'
import type { GatewayName } from '#providers/payments/gateway.ts'

/** Stand-ins for real services. Production refuses them unless they are allowed by name. */
export const STAND_INS = ['sandbox-gateway', 'sandbox-registry', 'eicar-scanner'] as const
type StandIn = (typeof STAND_INS)[number]

/** Throws if production would use a stand-in that is not allowed. */
export const assertRealServices = (env: {
  NODE_ENV?: string | undefined
  ALLOW_IN_PRODUCTION: readonly StandIn[]
  PAYMENT_GATEWAY: GatewayName
  LICENSE_REGISTRY: string
  MALWARE_SCANNER: string
}): void => {
  if (env.NODE_ENV !== 'production') return
  const allowed = new Set(env.ALLOW_IN_PRODUCTION)
  const problems = [
    env.PAYMENT_GATEWAY === 'sandbox' &&
      !allowed.has('sandbox-gateway') &&
      'PAYMENT_GATEWAY: the sandbox moves no money. Set it to none, or add sandbox-gateway to ALLOW_IN_PRODUCTION',
    env.LICENSE_REGISTRY === 'sandbox' &&
      !allowed.has('sandbox-registry') &&
      'LICENSE_REGISTRY: the sandbox confirms nearly every license. Set it to none or an https URL, or add sandbox-registry to ALLOW_IN_PRODUCTION',
    env.MALWARE_SCANNER === 'eicar' &&
      !allowed.has('eicar-scanner') &&
      'MALWARE_SCANNER: eicar detects only the EICAR test file. Set it to the address of clamd, or add eicar-scanner to ALLOW_IN_PRODUCTION',
  ].filter((problem) => problem !== false)
  if (problems.length > 0) throw incomplete(problems)
}

/** A comma-separated list; empty if unset. */
export function commaSeparated() {
  const items = (text: string) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  return z.string().default('').transform(items)
}

/** A list of CIDR ranges, or `none`. */
export function trustedProxies() {
  return z.string().transform((text, issues): string[] => {
    const ranges = text.split(',').map((range) => range.trim())
    if (ranges.length === 1 && ranges[0] === 'none') return []
    const wrong = ranges.filter((range) => !ipaddr.isValidCIDR(range))
    if (wrong.length > 0) issues.addIssue(`must be \`none\` or CIDR ranges such as 10.0.0.0/8`)
    return ranges
  })
}

/** A provider of texts, with its account and token. Without encryption only on this machine. */
export function textingUrl() {
  return z.url({ protocol: /^https?$/ }).superRefine((text, issues) => {
    if (!URL.canParse(text)) return
    const { protocol, hostname, username, password, pathname } = new URL(text)
    if (!/^AC[0-9a-f]{32}$/.test(username) || password === '' || pathname !== '/')
      issues.addIssue('must be https://ACCOUNT_SID:AUTH_TOKEN@host')
    else if (protocol !== 'https:' && !isLoopback(hostname))
      issues.addIssue('must begin with https')
  })
}

/** The number of connections to PostgreSQL per role. */
export const poolSize = (usual: number) => z.coerce.number().int().min(2).max(200).default(usual)

/** The variables of a schema. Throws one error that lists all missing and invalid ones. */
export const readEnvironment = <Variables extends z.ZodType>(
  variables: Variables,
  environment: Record<string, string | undefined>,
): z.output<Variables> => {
  const parsed = variables.safeParse(environment, { error: issueMessage })
  if (parsed.success) return parsed.data
  throw incomplete(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
}

/** An error that lists all missing and invalid variables. */
export const incomplete = (problems: readonly string[]): Error =>
  new Error(
    `The environment is incomplete:\n${problems.map((it) => `  ${it}`).join('\n')}\nSee docs/configuration.md.`,
  )

/** Whether a host name or an address belongs to this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
