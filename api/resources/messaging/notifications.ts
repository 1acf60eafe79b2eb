import {
  NotificationSettings,
  PatchUserNotifications,
  PatchNotificationSettings,
  UserNotifications,
} from '#messaging/notifications/schemas.ts'
import {
  getNotificationSettings,
  patchNotificationSettings,
} from '#messaging/notifications/settings.ts'
import { getUserNotifications } from '#messaging/notifications/get-user-notifications.ts'
import { patchUserNotifications } from '#messaging/notifications/patch-user-notifications.ts'
import { operation } from '../../http/operation.ts'
import { idParam } from '../../http/shapes.ts'

const tag = {
  name: 'Notifications',
  about: 'When people of the centre are told by e-mail what waits for them in the worklist.',
}

const params = idParam('user')

export const notificationOperations = [
  operation({
    id: 'getUserNotifications',
    method: 'get',
    path: '/v1/users/{id}/notifications',
    tag,
    summary: 'Retrieve a user’s notifications',
    description:
      'Returns when the user is told about each kind of entry in the worklist, and whether the user, the centre or the platform chose that. Users see their own; those who manage users see everybody’s.',
    permission: 'notifications:read',
    params,
    status: 200,
    response: UserNotifications,
    errors: ['not_found'],
    run: (ctx, { params }) => getUserNotifications(ctx, params),
  }),
  operation({
    id: 'patchUserNotifications',
    method: 'patch',
    path: '/v1/users/{id}/notifications',
    tag,
    summary: 'Change a user’s notifications',
    description:
      'Kinds that you omit stay unchanged; null follows the centre again. The change applies to what begins to wait from now on.',
    permission: 'notifications:write',
    params,
    body: PatchUserNotifications,
    status: 200,
    response: UserNotifications,
    errors: ['not_found'],
    run: (ctx, { params, body }) => patchUserNotifications(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'getNotificationSettings',
    method: 'get',
    path: '/v1/notification-settings',
    tag,
    summary: 'Retrieve notification settings',
    description:
      'Returns when the centre’s people are told about each kind of entry, by default and by role.',
    permission: 'message-settings:read',
    status: 200,
    response: NotificationSettings,
    run: (ctx) => getNotificationSettings(ctx),
  }),
  operation({
    id: 'patchNotificationSettings',
    method: 'patch',
    path: '/v1/notification-settings',
    tag,
    summary: 'Change notification settings',
    description:
      'Of several roles of one person, the most urgent choice counts. A person’s own choice comes before the centre’s.',
    permission: 'message-settings:write',
    body: PatchNotificationSettings,
    status: 200,
    response: NotificationSettings,
    errors: ['precondition_failed', 'invalid_reference'],
    events: ['organization.updated'],
    run: (ctx, { body, version }) => patchNotificationSettings(ctx, { version, patch: body }),
  }),
]
