import type { Command } from 'commander'
import type { Role } from '#platform/core/access/permissions.ts'
import { answering, table, type Answer } from '../answer.ts'
import { UsageError } from '../failure.ts'
import { example } from '../options.ts'

interface Options {
  role?: string
  markdown?: boolean
}

export const roles = (parent: Command): Command =>
  parent
    .command('roles')
    .description('Prints what each role may read and change.')
    .option('--role <name>', 'only this role, such as THERAPIST')
    .option('--markdown', 'in the format of the table in docs/access.md')
    .addHelpText('after', example('roles', 'roles --role THERAPIST', 'roles --markdown'))
    .action(
      answering(async ({ role, markdown }: Options): Promise<Answer> => {
        const { roleAccess, rolesMarkdown } = await import('../../api/documents/roles-table.ts')
        const rows = roleAccess()
        const names = Object.keys(rows[0]!.roles) as Role[]
        if (role !== undefined && !names.includes(role as Role))
          throw new UsageError(`There is no role ${role}. Name one of ${names.join(', ')}.`)
        if (markdown) return { data: rows, text: rolesMarkdown() }
        const shown = names.filter((name) => role === undefined || name === role)
        const allowed = rows.filter((row) => shown.some((name) => row.roles[name] !== ''))
        return {
          data: allowed,
          text: table(
            ['RESOURCE', ...shown, 'LIMITS'],
            allowed.map((row) => [
              row.resource,
              ...shown.map((name) => row.roles[name]),
              row.limits,
            ]),
            'No role has any permission.',
          ),
        }
      }),
    )
