export const watches = {
	'watch.snoozedTitle': 'Pausiert',
	'watch.snoozed': 'Keine Mitteilungen zu diesem Produkt bis {until}.',
	'watch.snoozedAll': 'Keine Mitteilungen zu diesen Produkten bis {until}.',
	'watch.gone': 'Diese Beobachtung gibt es nicht mehr, oder es ist nicht deine.',
	'watch.madeTitle': 'Wird beobachtet',
	'watch.made': 'Du bekommst eine Mitteilung, wenn sich {product} ändert.',
	'watch.direct': 'Mitteilungen kommen als Direktnachrichten dieses Bots.',
	'watch.thread': 'Mitteilungen kommen in deinem privaten Thread {thread} an.',
	'watch.newThread': 'Mitteilungen kommen in einem privaten Thread des Servers an, den du gewählt hast.',
	'watch.problem': 'Die letzte Mitteilung kam dort nicht an: {reason}',
	'watch.notPolled':
		'Derzeit prüft nichts dieses Produkt: Du bekommst eine Mitteilung, wenn ein externer Monitor eine Änderung meldet oder ein Betreiber das Produkt auf eine Liste setzt.',
	'watch.region': 'Region: {region}',
	'watch.unknown':
		'Kein Produkt passt zu „{text}“. Wähle einen Vorschlag, oder gib Marke und SKU ein, etwa `NIKE CK9246-101`.',
	'watch.several': 'Mehrere Produkte passen zu „{text}“. Wähle einen der Vorschläge:\n{products}',
	'watch.price': 'Der Preis „{text}“ ist kein Betrag in {currency}. Gib einen mit weniger Nachkommastellen an.',
	'watch.exists': 'Du beobachtest {product} bereits. `{/watches}` zeigt es.',
	'watch.limit': {
		one: 'Du kannst {count} Produkt beobachten. Entferne es zuerst mit `{/watches}`.',
		other: 'Du kannst {count} Produkte beobachten. Entferne zuerst eines mit `{/watches}`.',
	},
	'watch.noneAllowed': 'Hier können nur Kunden Produkte beobachten: Mitglieder können 0 Produkte beobachten.',
	'watch.noDirect':
		'Discord lässt den Bot dir nicht schreiben. Erlaube Direktnachrichten eines gemeinsamen Servers, oder füge die App deinem Konto hinzu, und drücke „Erneut versuchen“.',
	'watch.noThread':
		'Dein privater Thread nimmt keine Nachrichten an: Mitteilungen sind Direktnachrichten, bis er wieder funktioniert.',
	'watch.message': 'Dieses Produkt beobachten',
	'watch.noProduct':
		'Diese Nachricht betrifft nicht genau ein Produkt von Dropwire. Nutze `{/watch}` mit der SKU oder Wörtern des Titels.',
	'watches.title': 'Deine beobachteten Produkte',
	'watches.none': 'Du beobachtest kein Produkt. `{/watch}` fügt eines hinzu.',
	'watches.used': '{used} von {limit} Produkten',
	'watches.muted': 'stumm',
	'watches.snoozed': 'pausiert bis {until}',
	'watches.over': 'über deinem Limit: keine Mitteilungen',
	'watches.last': 'letzte Mitteilung {when}',
	'watches.removed': '{product} ist entfernt.',
	'watches.restored': '{product} wird wieder beobachtet.',
	'watches.undoLost':
		'Das lässt sich nicht mehr rückgängig machen, weil der Bot neu gestartet wurde. `{/watch}` fügt das Produkt wieder hinzu.',
	'watches.again': 'Die nächste Mitteilung wird wieder dorthin gesendet.',
	'button.unsnooze': 'Pause beenden',
	'button.remove': 'Entfernen',
	'button.tryAgain': 'Erneut versuchen',
} as const;
