import type { notices as english } from '../en/notices.ts';
import type { Translated } from '@dropwire/domain/texts';

export const notices: Translated<typeof english> = {
	'notice.expiringTitle': 'Dein Zugang zu Dropwire läuft bald ab',
	'notice.expiring':
		'Dein Zugang läuft am {at} ab ({in}). Danach kannst du alles ansehen, aber nichts mehr ändern, und Server, die nur du verwaltest, bekommen keine Nachrichten mehr.',
	'notice.expiredTitle': 'Dein Zugang zu Dropwire ist abgelaufen',
	'notice.expired':
		'Dein Zugang ist am {at} abgelaufen. Du kannst alles ansehen, aber nichts mehr ändern. Server, die nur du verwaltest, bekommen keine Nachrichten; ihre Einrichtung bleibt erhalten.',
	'notice.planExpiringTitle': 'Einer deiner Dropwire-Tarife endet bald',
	'notice.planExpiring':
		'Er endet am {at} ({in}). Dein Zugang bleibt bestehen, ohne das, was nur dieser Tarif enthält.',
	'notice.planExpiredTitle': 'Einer deiner Dropwire-Tarife ist beendet',
	'notice.planExpired': 'Er endete am {at}. Dein Zugang bleibt bestehen, ohne das, was nur dieser Tarif enthielt.',
	'notice.extend': 'Wende dich an einen Betreiber, um ihn zu verlängern.',
	'notice.approvedTitle': 'Du hast Zugang zu Dropwire',
	'notice.roleTitle': 'Du hast jetzt {role} bei Dropwire',
	'notice.approved': 'Ein Betreiber hat deinen Antrag angenommen.',
	'notice.until': 'Dein Zugang gilt bis {at}.',
	'notice.open': '[Öffne Dropwire]({url}): Dort siehst du, was du nutzen kannst.',
	'notice.declinedTitle': 'Dein Antrag auf Zugang zu Dropwire wurde abgelehnt',
	'notice.declined': 'Ein Betreiber hat deinen Antrag abgelehnt.',
	'notice.again': 'Du kannst [einen neuen Antrag stellen]({url}).',
	'notice.productTitle': 'Ein Produkt, um das du gebeten hast, wird jetzt beobachtet',
	'notice.product':
		'{product} steht jetzt auf einer Beobachtungsliste. Server, die seine Themen bekommen, werden über Änderungen benachrichtigt.',
	'notice.noProductTitle': 'Ein Produkt, um das du gebeten hast, wird nicht beobachtet',
	'notice.noProduct': 'Ein Betreiber hat deine Bitte abgelehnt, {product} zu beobachten.',
	'notice.plan': 'Tarif: **{plan}**',
	'notice.contact': 'Kontakt: {contact}',
	'notice.linksTitle': {
		one: '{count} Verknüpfung von Dropwire funktioniert nicht mehr',
		other: '{count} Verknüpfungen von Dropwire funktionieren nicht mehr',
	},
	'notice.link': '**{topic} ({region})** → {place}: {reason}',
	'notice.unknownChannel': 'ein unbekannter Kanal',
	'notice.more': { one: 'und {count} weitere', other: 'und {count} weitere' },
	'notice.relink': {
		one: 'Sie bekommt keine Nachrichten. Verknüpfe den Kanal mit `{/link}` noch einmal oder [öffne das Dashboard]({url}).',
		other:
			'Sie bekommen keine Nachrichten. Verknüpfe die Kanäle mit `{/link}` noch einmal oder [öffne das Dashboard]({url}).',
	},
	'notice.turnOff': '`{/notices links}:{off}` schaltet diese Hinweise aus.',
};
