/** What people have and buy: linked roles. */
export const access = {
	'connect.title': 'Verknüpfte Rollen',
	'connect.about':
		'Server können dir eine Rolle nach dem geben, was du hier hast: ob du Kunde bist, ob du Premium hast und wie viele Produkte du beobachtest. Discord erfährt diese drei Angaben und sonst nichts.',
	'connect.how': 'Öffne die Seite und erlaube es in Discord. Du kannst die Verknüpfung jederzeit trennen.',
	'connect.since': 'Verknüpft seit {date}.',
	'connect.ended': 'Discord hat die Verknüpfung beendet ({reason}). Verknüpfe sie neu, um deine Rollen zu behalten.',
	'connect.problem': 'Die letzte Änderung hat Discord noch nicht erreicht: {reason}',
	'connect.unavailable': 'Dieses Dropwire hat keine verknüpften Rollen.',
	'button.connect': 'Verknüpfen',
	'button.account': 'Konto öffnen',
} as const;
