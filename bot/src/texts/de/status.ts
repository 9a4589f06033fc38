import type { status as english } from '../en/status.ts';
import type { Translated } from '@dropwire/domain/texts';

export const status: Translated<typeof english> = {
	'status.ok': 'Alles läuft',
	'status.stopped': 'Dropwire läuft nicht',
	'status.lateMessages': 'Nachrichten verspäten sich',
	'status.linksFail': 'Einige Verknüpfungen funktionieren nicht',
	'status.rights': 'Dem Bot fehlen Berechtigungen',
	'status.blocked': 'Einige Produkte lassen sich nicht prüfen',
	'status.suspect': 'Ein Shop hat vermutlich sein Format geändert',
	'status.lateChecks': 'Prüfungen verspäten sich',
	'status.stoppedText':
		'**Die Engine läuft nicht**, daher wird kein Produkt geprüft und keine Nachricht gesendet. Wende dich an die Betreiber.',
	'status.lateText': 'Älteste wartende Nachricht: {when}.',
	'status.server': 'Dieser Server',
	'status.links': { one: '{count} Verknüpfung', other: '{count} Verknüpfungen' },
	'status.linksOff': { other: '**{count} aus**' },
	'status.linksFailing': { other: '**{count} mit Fehlern**' },
	'status.linksPaused': { other: '{count} pausiert' },
	'status.linksMore': '`{/links}` zeigt, warum und was zu tun ist.',
	'status.linksNone':
		'Dieser Server hat noch keine Verknüpfungen. `{/setup}` verknüpft mehrere Themen mit einem Kanal.',
	'status.day': 'Letzte 24 Stunden: {sent} gesendet, {failed} fehlgeschlagen',
	'status.week': 'Letzte 7 Tage: {sent} gesendet, {failed} fehlgeschlagen',
	'status.delay': 'Mittlere Verzögerung (Median), von der Änderung bis zu Discord: {delay}',
	'status.last': 'Letzte Nachricht: {when}',
	'status.lastNone': 'Letzte Nachricht: noch keine',
	'status.notices': 'Hinweise auf Shops: {state} (`{/notices}`)',
	'status.on': 'an',
	'status.off': 'aus',
	'status.events': 'Events zu Releases: {state} (`{/drops-events}`)',
	'status.watched': 'Was für deine Themen beobachtet wird',
	'status.rightsTitle': 'Fehlende Berechtigungen',
	'status.rightsLine': '<#{channel}>: {permissions}',
	'status.rightsHow':
		'Öffne die Einstellungen des Kanals, dann Berechtigungen, füge die Rolle **Dropwire** hinzu und erlaube sie. Bis dahin lassen sich Verknüpfungen dieser Kanäle weder erstellen noch reparieren.',
	'status.rightsMore': { one: 'und {count} weiterer Kanal', other: 'und {count} weitere Kanäle' },
	'service.title': 'Der Dienst, für Betreiber',
	'service.engines': { one: 'Engine: {count} Prozess', other: 'Engine: {count} Prozesse' },
	'service.watching': {
		one: 'Beobachtet: {count} SKU, je Region gezählt',
		other: 'Beobachtet: {count} SKUs, je Region gezählt',
	},
	'service.lastChange': 'Letzte Änderung eines Produkts: {when}',
	'service.lastMessage': 'Letzte Nachricht: {when}',
	'service.hour': 'Letzte Stunde, alle Server: {sent} gesendet, {failed} fehlgeschlagen',
	'service.queueEmpty': 'Warteschlange: leer',
	'service.queue': {
		one: 'Warteschlange: {count} Nachricht (älteste: {when})',
		other: 'Warteschlange: {count} Nachrichten (älteste: {when})',
	},
	'service.never': 'noch keine',
	'coverage.blocked': 'Blockiert ({since}): {reason} ({places}).',
	'coverage.suspect': 'Verdächtig ({since}): {reason} ({places}). Vermutlich hat sich das Format des Shops geändert.',
	'coverage.late': 'Verspätet ({places}). Älteste Prüfung: {ago}; eine Runde dauert {round}.',
	'coverage.silent': 'Verspätet: Der Monitor {monitor} hat sich zuletzt {since} gemeldet.',
	'coverage.unwatched': {
		one: 'Noch wird nichts beobachtet; {count} Verknüpfung wartet ({places}).',
		other: 'Noch wird nichts beobachtet; {count} Verknüpfungen warten ({places}).',
	},
	'coverage.unsold': 'Keine Verknüpfung ist aktiv, daher wird nichts geprüft ({places}).',
	'coverage.watched': {
		one: '{skus} SKU in {places}, im Mittel alle {round} geprüft; älteste Prüfung {ago}.',
		other: '{skus} SKUs in {places}, jede im Mittel alle {round} geprüft; älteste Prüfung {ago}.',
	},
	'coverage.new': {
		one: '{skus} SKU in {places}, noch nicht geprüft.',
		other: '{skus} SKUs in {places}, noch nicht geprüft.',
	},
	'coverage.reported': 'Gemeldet vom Monitor {monitor}, zuletzt {ago}.',
	'coverage.noReason': 'Grund unbekannt',
	'pause.resumed':
		'Dieser Server wurde {when} pausiert, weil niemand auf der Zugangsliste ihn verwaltete. Du stehst auf der Liste, daher bekommen seine Kanäle jetzt wieder Nachrichten.',
	'pause.paused':
		'**Pausiert** ({when}): Niemand auf der Zugangsliste verwaltet diesen Server, daher bekommen seine Kanäle keine Nachrichten. Die Verknüpfungen bleiben erhalten und laufen weiter, sobald einer seiner Verwalter auf der Liste steht.',
	'notices.title': 'Hinweise',
	'notices.shopsOn':
		'**Shops: an.** Wenn sich ein Shop fünf Minuten lang nicht abfragen lässt, bekommt der älteste Webhook dieser Marke hier eine Nachricht, und noch eine, sobald sich der Shop wieder abfragen lässt.',
	'notices.shopsOff': '**Shops: aus.** `{/notices shops}:{on}` schaltet sie ein.',
	'notices.linksOn':
		'**Verknüpfungen: an.** Wenn eine Verknüpfung ausfällt, schreibt der Bot in einen anderen Kanal mit einer Verknüpfung oder in den Systemkanal.',
	'notices.linksOff': '**Verknüpfungen: aus.** `{/notices links}:{on}` schaltet sie ein.',
	'notices.undelivered':
		'Verknüpfungen sind {when} ausgefallen, und der Bot konnte das in keinen Kanal schreiben: {reason}. Erlaube ihm in einem Kanal mit einer Verknüpfung **{send}** und **{embed}**, damit es beim nächsten Mal klappt.',
	'events.title': 'Events zu Releases',
	'events.region': '**An.** Der Bot führt ein Event zu jedem der nächsten Releases ({region}): jetzt {count}.',
	'events.topics':
		'**An.** Der Bot führt ein Event zu jedem der nächsten Releases der Themen dieses Servers: jetzt {count}.',
	'events.off':
		'**Aus.** `{/drops-events state}:{on}` führt auf diesem Server ein Event zu jedem der nächsten Releases.',
	'events.deleting': {
		one: '**Aus.** Der Bot löscht {count} Event.',
		other: '**Aus.** Der Bot löscht {count} Events.',
	},
	'events.stopped': '**Aus.** {reason}',
	'events.lacks':
		'Der Bot braucht auf diesem Server die Berechtigung **{events}**. Öffne die Servereinstellungen, dann Rollen, **Dropwire**, Berechtigungen, erlaube sie und gib `{/drops-events state}:{on}` ein.',
	'events.full': {
		one: 'Dieser Server hat 100 geplante Events, mehr erlaubt Discord nicht: {count} Release hat keines.',
		other: 'Dieser Server hat 100 geplante Events, mehr erlaubt Discord nicht: {count} Releases haben keines.',
	},
	'events.noTopic':
		'Dieser Server hat kein Release-Thema wie Nike Releases. Wähle eine Region: `{/drops-events region}`.',
	'found.title': 'Funde',
	'found.none': 'Die Stichwortsuchen haben noch kein neues Produkt gefunden.',
	'found.added': '**{title}** steht jetzt auf {list}.',
	'found.watch': '{title} beobachten',
	'found.newest': 'die neuesten {count}',
	'found.noList': 'passt auf keine Liste',
	'found.on': 'auf {list}',
	'found.notOn': 'nicht auf {list}',
	'found.noPrice': 'Preis unbekannt',
	'help.intro': 'Dropwire schreibt in deine Kanäle, sobald sich ein Produkt ändert.',
	'help.access':
		'`{/drops}` ist für alle, und `{/product}`, `{/resale}` und `{/stores}` sind für alle mit der Rolle premium, auf Servern und in Direktnachrichten. Für die anderen Befehle brauchst du die Berechtigung **{manage}** und musst auf der Zugangsliste von Dropwire stehen. Nur du siehst die Antworten.',
	'footer.request': 'Anfrage {id}',
};
