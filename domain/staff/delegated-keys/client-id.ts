/** The only supported program: `therapy login`. It has no secret, so its name proves nothing. */
export const CLIENT_ID = 'therapy-cli'
