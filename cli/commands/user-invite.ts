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
    .description('Invites somebody to work in a centre: sends an e-mail with a link.')
    .option(...CENTRE)
    .requiredOption('--email <address>', 'where the invitation goes')
    .requiredOption('--name <name>', 'full name')
    .requiredOption(
      '--roles <list>',
      `comma-separated: ${Object.keys(ROLES).join(', ')}, or ids of roles of the centre`,
      list,
    )
    .option('--provider <id>', 'the provider that they are; for roles that show a caseload')
    .option(
      '--location <list>',
      'comma-separated ids of the locations that they work for; else the whole centre',
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
            ])}\nInvited. \`therapy user sign-in-link\` makes a link where no e-mail arrives.`,
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
