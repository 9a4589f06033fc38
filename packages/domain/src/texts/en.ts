import { KINDS } from '../eventKinds.ts';
import { STOCK_NAMES } from '../productCard.ts';

/** Texts that the bot and the notices of the engine have in common; those of the bot alone are in `bot/src/texts`. */
export const en = {
	'kind.SHOCK_DROP': KINDS.SHOCK_DROP.name,
	'kind.LIVE': KINDS.LIVE.name,
	'kind.NEW': KINDS.NEW.name,
	'kind.STATUS': KINDS.STATUS.name,
	'kind.RESTOCK': KINDS.RESTOCK.name,
	'kind.PRICE': KINDS.PRICE.name,
	'kind.STOCK': KINDS.STOCK.name,
	'kind.ANNOUNCED': KINDS.ANNOUNCED.name,
	'kind.MOVED': KINDS.MOVED.name,
	'kind.CANCELLED': KINDS.CANCELLED.name,
	'kind.REMINDER': KINDS.REMINDER.name,
	'card.stock.unknown': STOCK_NAMES.unknown,
	'card.stock.available': STOCK_NAMES.available,
	'card.stock.soldOut': STOCK_NAMES.soldOut,
	'card.stock.preorder': STOCK_NAMES.preorder,
	'card.stock.backorder': STOCK_NAMES.backorder,
	'card.stock.made_to_order': STOCK_NAMES.made_to_order,
	'card.stock.queue': STOCK_NAMES.queue,
	'card.stock.draw': STOCK_NAMES.draw,
	'card.stock.preview': STOCK_NAMES.preview,
	'card.stock.in_store': STOCK_NAMES.in_store,
	'button.mute': 'Mute',
	'button.unmute': 'Unmute',
	'button.snooze': 'Snooze 24 h',
	'button.buy': 'Buy',
	'button.buyOne': 'Buy {title}',
	'button.watch': 'Watch',
	'personal.confirmTitle': 'You get notices of your watches here',
	'personal.confirm':
		'A message follows when a product that you watch changes. To stop them, press Mute under a notice, or remove the watch with `/watches`.',
	'personal.list': {
		one: '{count} product that you watch has changed',
		other: '{count} products that you watch have changed',
	},
	'personal.missed': {
		one: '{count} earlier notice was not sent in time.',
		other: '{count} earlier notices were not sent in time.',
	},
	'personal.thread': 'Dropwire notices',
	'personal.since': 'Since then: {changes}',
	'personal.gone': 'No longer listed',
	'personal.more': { one: '… and {count} more', other: '… and {count} more' },
} as const;
