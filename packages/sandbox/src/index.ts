export type { InteractionView } from './control/botControlRoutes.ts';
export { type Control, createControl, type WebhookWithUrl } from './control/control.ts';
export type { DiscordLimits } from './discord/limits.ts';
export type { DiscordFault } from './discord/faults.ts';
export type { SandboxMessage } from './discord/state.ts';
export { SANDBOX_EBAY } from './ebay/ebayRoutes.ts';
export { freePort } from './freePort.ts';
export { SANDBOX_PICTURES } from './retail/imageRoutes.ts';
export { SANDBOX_WATCHED, sandboxWatched } from './retail/lives.ts';
export type { NewProduct, ShopChange } from './retail/shops/product.ts';
export { SANDBOX_PRODUCTS, type SandboxProduct, type ShopId } from './retail/shops/table.ts';
export { type Sandbox, type SandboxOptions, shopUrl, startSandbox } from './sandbox.ts';
export {
	SANDBOX_APP,
	SANDBOX_CHANNELS,
	SANDBOX_GROUP,
	SANDBOX_GUILDS,
	SANDBOX_SKUS,
	SANDBOX_USERS,
	type SandboxUserName,
} from './seeds.ts';
export { SANDBOX_X } from './x/xRoutes.ts';
