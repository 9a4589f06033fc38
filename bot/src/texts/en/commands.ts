/** Slash commands: names, descriptions, options and choices. */
export const commands = {
	setup: {
		name: 'setup',
		description: 'Sends several topics of several regions to one channel',
		options: {
			channel: { name: 'channel', description: 'The channel, thread or forum to send them to (default: this channel)' },
		},
	},
	link: {
		name: 'link',
		description: 'Sends a topic to a channel, a thread or a forum',
		options: {
			region: { name: 'region', description: 'The region to watch' },
			topic: { name: 'topic', description: 'The topic to send' },
			channel: { name: 'channel', description: 'The channel, thread or forum to send it to (default: this channel)' },
			role: { name: 'role', description: 'The role that messages mention' },
			include: { name: 'include', description: 'Only products with one of these words, separated by commas' },
			exclude: { name: 'exclude', description: 'No products with one of these words, separated by commas' },
			sizes: { name: 'sizes', description: 'Only these sizes, separated by commas' },
			min_discount: { name: 'min_discount', description: 'Only from this discount, in percent' },
			max_price: { name: 'max_price', description: "Only up to this price, in the shop's currency" },
			post_name: {
				name: 'post_name',
				description: "The name of a forum's posts, with {title}, {sku} or {brand} (default: {title})",
			},
		},
	},
	edit: {
		name: 'edit',
		description: 'Changes what a link sends: filters, mentions, quiet hours',
		options: { link: { name: 'link', description: 'The link to edit' } },
	},
	unlink: {
		name: 'unlink',
		description: 'Removes a link, so that the channel no longer gets the topic',
		options: { link: { name: 'link', description: 'The link to remove' } },
	},
	links: { name: 'links', description: 'Lists the links of this server, to test, pause, edit and remove them' },
	topics: {
		name: 'topics',
		description: 'Lists the topics of a region and the channels that get them',
		options: { region: { name: 'region', description: 'The region' } },
	},
	test: {
		name: 'test',
		description: 'Sends a sample message over a link',
		options: { link: { name: 'link', description: 'The link to test' } },
	},
	product: {
		name: 'product',
		description: 'Shows the status, price and sizes of a product',
		options: {
			sku: { name: 'sku', description: 'The SKU; type words of the title and choose a suggestion' },
			region: { name: 'region', description: 'Show one region in detail (default: a summary of all regions)' },
		},
	},
	drops: {
		name: 'drops',
		description: 'Lists the releases of a region by day',
		options: {
			region: { name: 'region', description: 'The region (default: United States)' },
			brand: { name: 'brand', description: 'Only this brand (default: all)' },
			days: { name: 'days', description: 'How many days ahead (default: 30)' },
		},
	},
	'drops-events': {
		name: 'drops-events',
		description: 'Keeps the events of this server in step with releases',
		options: {
			state: { name: 'state', description: 'Keep the events (default: show the setting)' },
			region: { name: 'region', description: 'The releases of this region (default: those of the release topics)' },
		},
		choices: { on: 'on', off: 'off' },
	},
	watch: {
		name: 'watch',
		description: 'Notifies you when a product changes',
		options: {
			product: { name: 'product', description: 'The SKU, or words of the title; choose a suggestion' },
			sizes: { name: 'sizes', description: 'Only these sizes, separated by commas (default: all)' },
			region: { name: 'region', description: 'Only this region (default: all)' },
			max_price: {
				name: 'max_price',
				description: "Only up to this price, in the region's currency (USD without a region)",
			},
		},
	},
	watches: { name: 'watches', description: 'Lists the products that you watch, to mute, snooze and remove them' },
	why: {
		name: 'why',
		description: 'Says why a message about a product came or not',
		options: {
			product: { name: 'product', description: 'The SKU, or words of the title; choose a suggestion' },
			when: { name: 'when', description: 'Minutes ago, HH:MM of today in the region, or an ISO time (default: now)' },
			region: { name: 'region', description: 'The region (default: the first in which the product is checked)' },
		},
	},
	account: { name: 'account', description: 'Shows what is stored about you, to export and delete it' },
	resale: {
		name: 'resale',
		description: 'Shows what resale markets pay for a product in every size',
		options: {
			sku: { name: 'sku', description: 'The SKU; type words of the title and choose a suggestion' },
			brand: { name: 'brand', description: 'The brand (default: Nike)' },
			region: { name: 'region', description: 'The region of the full price and of eBay (default: United States)' },
		},
	},
	stores: {
		name: 'stores',
		description: 'Shows what the stores of a shop near you have of a product',
		options: {
			sku: { name: 'sku', description: 'The SKU; type words of the title and choose a suggestion' },
			near: { name: 'near', description: 'The city or postal code' },
			brand: { name: 'brand', description: 'The brand (default: Nike)' },
			region: { name: 'region', description: 'The region of the stores (default: United States)' },
		},
	},
	connect: { name: 'connect', description: 'Shows where to connect your roles in servers with what you have here' },
	found: {
		name: 'found',
		description: 'Lists the newest products that keyword watches found (operators only)',
	},
	notices: {
		name: 'notices',
		description: 'Shows or changes which notices this server gets',
		options: {
			shops: { name: 'shops', description: 'Notices about shops that cannot be read (default: show the setting)' },
			links: { name: 'links', description: 'Notices about links that stop working (default: show the setting)' },
		},
		choices: { on: 'on', off: 'off' },
	},
	status: {
		name: 'status',
		description: "Shows this server's messages, what is watched for it, and missing permissions",
	},
	help: { name: 'help', description: 'Lists all commands' },
} as const;
