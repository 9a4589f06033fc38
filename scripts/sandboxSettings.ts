import { shopUrls, withShopUrls } from '@dropwire/retailers';
import { type Sandbox, SANDBOX_APP, SANDBOX_EBAY, SANDBOX_SKUS, SANDBOX_USERS, SANDBOX_X } from '@dropwire/sandbox';

/** Polling interval of the sandbox's shops, ms. It is short, so that new users soon see a message. */
const SANDBOX_POLL_MS = '5000';

/**
 * The settings that run the product with this sandbox, by name. Environment variables take precedence.
 * @param env of which SHOP_URLS keeps the addresses
 */
export function sandboxSettings(sandbox: Sandbox, env: NodeJS.ProcessEnv = {}): Record<string, string> {
	return {
		DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
		DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
		DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
		DISCORD_PUBLIC_KEY: SANDBOX_APP.publicKey,
		DISCORD_URL: sandbox.origin,
		SHOP_URLS: withShopUrls(env, shopUrls(sandbox.shopUrl, sandbox.imagesUrl))['SHOP_URLS'] ?? '',
		PRIVATE_SHOPS: sandbox.privateShops,
		X_API_URL: sandbox.xUrl,
		EXCHANGE_RATES_URL: sandbox.exchangeRatesUrl,
		EBAY_API_URL: sandbox.ebayUrl,
		EBAY_CLIENT_ID: SANDBOX_EBAY.clientId,
		EBAY_CLIENT_SECRET: SANDBOX_EBAY.clientSecret,
		X_APP_KEY: SANDBOX_X.appKey,
		X_APP_SECRET: SANDBOX_X.appSecret,
		X_ACCESS_TOKEN: SANDBOX_X.accessToken,
		X_ACCESS_SECRET: SANDBOX_X.accessSecret,
		ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
		POLL_INTERVAL_MS: SANDBOX_POLL_MS,
		INVITE_URL: sandbox.origin,
		LOG_LEVEL: 'warn',
	};
}

const [PREMIUM, SERVER, CLIENT] = SANDBOX_SKUS.map(({ id }) => id);
/** Plans that the sandbox's Discord sells, for the first start. */
export const SANDBOX_PLANS = JSON.stringify([
	{ id: 'client', name: 'Client', price: '$10', features: ['All regions'], rights: ['client'], discordSku: CLIENT },
	{
		id: 'premium',
		name: 'Premium',
		price: '$30 a month',
		features: ['All regions', 'Resale prices and in-store stock'],
		rights: ['client', 'premium'],
		discordSku: PREMIUM,
	},
	{
		id: 'server',
		name: 'Server',
		price: '$90 a month',
		features: ['Premium for everybody who manages a server'],
		rights: ['client', 'premium'],
		discordSku: SERVER,
	},
]);
