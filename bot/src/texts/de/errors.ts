import type { errors as english } from '../en/errors.ts';
import type { Translated } from '@dropwire/domain/texts';

export const errors: Translated<typeof english> = {
	'error.notDone': 'Nicht ausgeführt',
	'error.discord': 'Von Discord abgelehnt',
	'error.replyRejected':
		'Die Antwort auf diesen Befehl lässt sich nicht anzeigen, weil Discord sie abgelehnt hat ({reason}, {code}). `{/links}` zeigt die aktuellen Verknüpfungen.',
	'error.discordDown': 'Discord antwortet nicht',
	'error.discordDownText':
		'Discord hat nicht geantwortet. Nichts wurde geändert. Versuche es in einer Minute noch einmal.',
	'error.internal': 'Etwas ist schiefgegangen',
	'error.internalText':
		'Der Bot hatte einen internen Fehler. `{/links}` zeigt die aktuellen Verknüpfungen. Versuche es in einer Minute noch einmal.',
	'error.upstream': 'Ein anderer Dienst antwortet nicht',
	'error.serverDown': 'Dropwire antwortet nicht',
	'error.serverDownText':
		'Dropwire hat nicht geantwortet. Nichts wurde geändert. Versuche es in einer Minute noch einmal.',
	'error.savedText':
		'Die Änderung wurde vorgenommen, lässt sich aber gerade nicht anzeigen. Sieh in einer Minute nach.',
	'error.unknownText':
		'Dropwire hat nicht geantwortet, daher ist unklar, ob die Änderung vorgenommen wurde. Sieh in einer Minute nach.',
	'error.token': 'Der Bot hat keinen Zugang',
	'error.tokenText':
		'Dropwire lehnt das Token des Bots ab. Bitte die Betreiber, ein neues mit dem Scope `bot` zu erstellen.',
	'error.tooMany': 'Zu viele Anfragen',
	'error.tooManyText': {
		one: 'Versuche es in {count} Sekunde noch einmal.',
		other: 'Versuche es in {count} Sekunden noch einmal.',
	},
	'error.discordCode': '{message} ({code}). Nichts wurde geändert. Versuche es in einer Minute noch einmal.',
	'error.channelRights':
		'Der Bot braucht in diesem Kanal **{view}** und **{webhooks}**. Öffne die Einstellungen des Kanals, dann Berechtigungen, füge die Rolle **Dropwire** hinzu und erlaube beides.',
	'error.channelFull':
		'Der Kanal hat so viele Webhooks, wie Discord erlaubt. Lösche einen in den Einstellungen des Kanals unter Integrationen.',
	'error.serverFull':
		'Dieser Server hat so viele Webhooks, wie Discord erlaubt: 1.000. Lösche einige in den Servereinstellungen unter Integrationen.',
	'error.channelGone': 'Den Kanal gibt es nicht mehr. Wähle einen anderen.',
	'permission.ViewChannel': 'Kanal anzeigen',
	'permission.ManageWebhooks': 'WebHooks verwalten',
	'permission.ManageGuild': 'Server verwalten',
	'permission.SendMessages': 'Nachrichten senden',
	'permission.EmbedLinks': 'Links einbetten',
	'permission.CreateEvents': 'Events erstellen',
	'deny.oldButton': 'Dieser Button stammt aus einer älteren Version. Führe den Befehl noch einmal aus.',
	'deny.oldForm': 'Dieses Formular stammt aus einer älteren Version. Führe den Befehl noch einmal aus.',
	'deny.oldCommand': 'Dieser Befehl stammt aus einer älteren Version. `{/help}` listet die aktuellen.',
	'deny.notMember': 'Lade den Bot zuerst auf diesen Server ein: Seine Befehle funktionieren nur, wo er Mitglied ist.',
	'deny.manage': 'Du brauchst auf diesem Server die Berechtigung **{manage}**.',
	'deny.region': 'Die Region „{text}“ gibt es nicht. Regionen: {regions}.',
	'deny.topic': '{region} hat kein Thema „{text}“. `{/topics region}:{code}` listet die Themen.',
	'deny.link': 'Wähle eine der vorgeschlagenen Verknüpfungen. `{/links}` listet alle.',
	'deny.everyone': 'Nachrichten können @everyone nicht erwähnen. Wähle eine andere Rolle.',
	'deny.postName': '`{/link post_name}` gilt nur für Foren. Wähle ein Forum oder lass die Option weg.',
	'deny.locked': '<#{channel}> ist gesperrt, daher nimmt Discord dort keine Nachrichten an. Entsperre ihn zuerst.',
	'deny.channelType': 'Wähle einen Text- oder Ankündigungskanal, ein Forum oder einen Thread, den der Bot sehen kann.',
	'deny.tagRequired':
		'Das Forum <#{channel}> verlangt für jeden Beitrag einen Tag und hat keinen namens {brands}. Lege im Forum einen solchen Tag an oder schalte aus, dass Beiträge Tags brauchen. Führe den Befehl dann noch einmal aus.',
	'deny.channelGone': 'Den Kanal gibt es nicht mehr. Mit `{/link}` verknüpfst du einen anderen.',
	'deny.setupGone': 'Den Kanal gibt es nicht mehr. Führe `{/setup}` noch einmal aus.',
	'deny.undoLate': 'Rückgängig geht nur 15 Minuten lang. Mit `{/link}` legst du die Verknüpfung wieder an.',
	'deny.undoLost':
		'Der Bot wurde neu gestartet und hat die Optionen dieser Verknüpfung nicht mehr. Lege sie mit `{/link}` wieder an.',
	'deny.price': 'Der Preis muss wie 50-120, 50- oder -120 aussehen, „{text}“ tut das nicht.',
	'deny.number': '„{text}“ ist keine Zahl.',
	'deny.quiet': 'Ruhezeiten müssen wie 22:00-07:00 Europe/Vienna aussehen, „{text}“ tut das nicht.',
	'deny.webhooks': {
		one: '<#{channel}> hat {count} Webhook, mehr erlaubt Discord nicht. Lösche einen in den Einstellungen des Kanals unter Integrationen und führe den Befehl noch einmal aus.',
		other:
			'<#{channel}> hat {count} Webhooks, mehr erlaubt Discord nicht. Lösche einen in den Einstellungen des Kanals unter Integrationen und führe den Befehl noch einmal aus.',
	},
	'deny.rights':
		'Der Bot braucht {permissions} in <#{channel}>.\nÖffne die Einstellungen dieses Kanals, dann Berechtigungen, füge die Rolle **Dropwire** hinzu und erlaube {permissions}. Führe den Befehl dann noch einmal aus.',
	'deny.already': '<#{channel}> bekommt {topic} ({region}) schon.',
	'server.notListed': 'Dein Konto steht nicht auf der Zugangsliste. Bitte einen Betreiber, dich hinzuzufügen.',
	'server.premium': 'Das gibt es nur für Premium-Kunden. Bitte einen Betreiber um die Rolle premium.',
	'server.operators': 'Das dürfen nur Betreiber.',
	'server.already': 'Dieser Kanal bekommt {topic} ({region}) schon.',
	'server.unknown': '{what} gibt es nicht.',
	'server.noLink': 'Dieser Server hat keine solche Verknüpfung.',
	'server.isOff': 'Diese Verknüpfung ist aus: {reason}.',
	'server.botLeft': 'Der Bot wurde von diesem Server entfernt; sie funktioniert wieder, wenn er zurückkommt',
	'server.channelGone': 'Der Discord-Kanal wurde gelöscht',
	'server.webhookGone': 'Der Webhook wurde in Discord gelöscht',
	'server.noShop': 'In keiner Region hat ein Shop geantwortet. Versuche es in einer Minute noch einmal.',
	'server.noShopIn': 'Kein Shop hat in {where} geantwortet. Versuche es in einer Minute noch einmal.',
	'server.changed': 'Jemand hat diese Optionen inzwischen geändert. Öffne sie noch einmal.',
};
