import type { Command } from 'commander'
import { createCallProgram } from './call-program.ts'
import { analyticsRebuild } from './commands/analytics-rebuild.ts'
import { auditSeal } from './commands/audit-seal.ts'
import { auditVerify } from './commands/audit-verify.ts'
import {
  followUpsCancel,
  followUpsList,
  followUpsRun,
  followUpsSkip,
} from './commands/follow-ups.ts'
import { backup } from './commands/backup.ts'
import { keyCreate } from './commands/key-create.ts'
import { keyList } from './commands/key-list.ts'
import { keyRevoke } from './commands/key-revoke.ts'
import { keys } from './commands/keys.ts'
import { migrateCommand } from './commands/migrate.ts'
import { operatorList } from './commands/operator-list.ts'
import { operatorRevoke } from './commands/operator-revoke.ts'
import { operatorToken } from './commands/operator-token.ts'
import { openapi } from './commands/openapi.ts'
import { outboxDrop, outboxList, outboxRetry } from './commands/outbox.ts'
import { restore } from './commands/restore.ts'
import { roles } from './commands/roles.ts'
import { ssoProveDomain } from './commands/sso-prove-domain.ts'
import { ssoWithdrawDomain } from './commands/sso-withdraw-domain.ts'
import { temporalSetup } from './commands/temporal-setup.ts'
import { tenantClose } from './commands/tenant-close.ts'
import { tenantCreate } from './commands/tenant-create.ts'
import { tenantExport } from './commands/tenant-export.ts'
import { tenantLimit } from './commands/tenant-limit.ts'
import { tenantList } from './commands/tenant-list.ts'
import { tenantReopen } from './commands/tenant-reopen.ts'
import { tenantResume } from './commands/tenant-resume.ts'
import { tenantSuspend } from './commands/tenant-suspend.ts'
import { tenantUpdate } from './commands/tenant-update.ts'
import { userInvite } from './commands/user-invite.ts'
import { userList } from './commands/user-list.ts'
import { userRevokePasskeys } from './commands/user-revoke-passkeys.ts'
import { userSignInLink } from './commands/user-sign-in-link.ts'
import { workflowsWake } from './commands/workflows-wake.ts'

export const createProgram = (): Command => {
  const program = createCallProgram()

  const tenant = program.command('tenant').description('Centres.')
  tenantCreate(tenant)
  tenantUpdate(tenant)
  tenantLimit(tenant)
  tenantList(tenant)
  tenantSuspend(tenant)
  tenantResume(tenant)
  tenantExport(tenant)
  tenantClose(tenant)
  tenantReopen(tenant)

  const key = program.command('key').description('API keys of a centre.')
  keyCreate(key)
  keyList(key)
  keyRevoke(key)

  migrateCommand(program)
  backup(program)
  restore(program)

  const user = program.command('user').description('Users of a centre.')
  userList(user)
  userInvite(user)
  userSignInLink(user)
  userRevokePasskeys(user)

  const sso = program.command('sso').description('Single sign-on connections of a centre.')
  ssoProveDomain(sso)
  ssoWithdrawDomain(sso)

  const audit = program.command('audit').description('The audit trail.')
  auditVerify(audit)
  auditSeal(audit)
  keys(audit, 'audit_seal')

  keys(program.command('webhook').description('Webhook deliveries.'), 'webhook')
  keys(program.command('token').description('Access tokens.'), 'access_token')

  const operator = program.command('operator').description('Operators of the platform.')
  operatorToken(operator)
  operatorList(operator)
  operatorRevoke(operator)

  const followUps = program
    .command('follow-ups')
    .description('Automatic steps over time: reminders, chases, expiries.')
  followUpsList(followUps)
  followUpsSkip(followUps)
  followUpsRun(followUps)
  followUpsCancel(followUps)

  analyticsRebuild(
    program.command('analytics').description('Figures for all locations, and their stored sums.'),
  )

  const outbox = program
    .command('outbox')
    .description('Committed messages that wait for their hand-over to Temporal.')
  outboxList(outbox)
  outboxRetry(outbox)
  outboxDrop(outbox)

  workflowsWake(program.command('workflows').description('Durable work in Temporal.'))
  temporalSetup(
    program.command('temporal').description('The Temporal server that workflows run on.'),
  )
  openapi(program)
  roles(program)
  return program
}
