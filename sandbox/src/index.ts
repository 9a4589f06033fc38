export type { InteractionView } from './control/botControlRoutes.ts';
export { type Control, createControl, type WebhookWithUrl } from './control/control.ts';
export type { DiscordLimits } from './discord/limits.ts';
export type { SandboxMessage } from './discord/world.ts';
export { SANDBOX_PICTURES } from './retail/imageRoutes.ts';
export { SANDBOX_WATCHED } from './retail/lives.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
export { SANDBOX_APP, SANDBOX_CHANNELS, SANDBOX_GUILDS, SANDBOX_USERS, type SandboxUserName } from './seeds.ts';
export { SANDBOX_X } from './x/xRoutes.ts';
