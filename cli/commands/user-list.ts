import type { Command } from 'commander'
import { listUsers, UserQuery } from '#staff/users/queries.ts'
import { answering, table } from '../answer.ts'
import { everyPage } from '../every-page.ts'
import { CENTRE, centreOf, recorded, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const userList = (parent: Command): Command =>
  parent
    .command('list')
    .description('Lists the users of a centre.')
    .option(...CENTRE)
    .addHelpText('after', example('user list --tenant ten_…'))
    .action(
      answering(({ tenant }: { tenant?: string }) =>
        withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy user list' }
          const users = await recorded(platform, act, (ctx) =>
            everyPage((paging) => listUsers(ctx, UserQuery.parse(paging))),
          )
          return {
            data: { data: users },
            text: table(
              ['ID', 'E-MAIL', 'NAME', 'STATUS', 'ROLES'],
              users.map(({ id, email, name, status, roles }) => [
                id,
                email,
                name,
                status.toLowerCase(),
                roles.join(','),
              ]),
              'No user yet. Invite one with `therapy user invite`.',
            ),
          }
        }),
      ),
    )
