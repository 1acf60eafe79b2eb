/** The one program that may ask: `therapy login`. It keeps no secret, so its name proves nothing. */
export const CLIENT_ID = 'therapy-cli'
