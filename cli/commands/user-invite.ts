import type { Command } from 'commander'
import { ROLES } from '#platform/core/access/permissions.ts'
import { inviteUser } from '#staff/users/invite-user.ts'
import { InviteUser } from '#staff/users/schemas.ts'
import { answering, pairs } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example, list, parsed } from '../options.ts'

interface Options {
  tenant?: string
  email: string
  name: string
  roles: string[]
  provider?: string
  location?: string[]
}

export const userInvite = (parent: Command): Command =>
  parent
    .command('invite')
    .description('Invites a user to a centre by e-mail.')
    .option(...CENTRE)
    .requiredOption('--email <address>', 'the e-mail address to invite')
    .requiredOption('--name <name>', 'full name')
    .requiredOption(
      '--roles <list>',
      `comma-separated: ${Object.keys(ROLES).join(', ')}, or ids of the centre's own roles`,
      list,
    )
    .option(
      '--provider <id>',
      "the user's provider record; required for roles limited to a caseload",
    )
    .option(
      '--location <list>',
      'comma-separated ids of the locations they work for (default: the whole centre)',
      list,
    )
    .addHelpText(
      'after',
      example(
        'user invite --tenant ten_… --email ada@example.org --name "Ada Okafor" --roles OWNER',
        'user invite --tenant ten_… --email ana@example.org --name "Ana Ruiz" --roles THERAPIST --provider prv_…',
        'user invite --tenant ten_… --email tom@example.org --name "Tom Weiss" --roles SCHEDULER --location loc_…',
      ),
    )
    .action(
      answering(({ tenant, email, name, roles, provider, location }: Options) => {
        const input = parsed(
          InviteUser,
          {
            email,
            name,
            roles,
            ...(provider !== undefined && { providerId: provider }),
            ...(location && { locationIds: location }),
          },
          OPTIONS,
        )
        return withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy user invite' }
          const user = await change(platform, act, (ctx) => inviteUser(ctx, input))
          return {
            data: user,
            text: `${pairs([
              ['user', user.id],
              ['e-mail', user.email],
            ])}\nInvited. If no e-mail arrives, create a link with \`therapy user sign-in-link\`.`,
          }
        })
      }),
    )

const OPTIONS = {
  email: '--email',
  name: '--name',
  roles: '--roles',
  providerId: '--provider',
  locationIds: '--location',
}
