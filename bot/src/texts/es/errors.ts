import type { errors as english } from '../en/errors.ts';
import type { Translated } from '@dropwire/domain/texts';

export const errors: Translated<typeof english> = {
	'error.notDone': 'No se ha hecho',
	'error.discord': 'Rechazado por Discord',
	'error.replyRejected':
		'No se puede mostrar la respuesta a este comando porque Discord la ha rechazado ({reason}, {code}). `{/links}` muestra los vínculos actuales.',
	'error.discordDown': 'Discord no responde',
	'error.discordDownText': 'Discord no ha respondido. No se ha cambiado nada. Inténtalo de nuevo dentro de un minuto.',
	'error.internal': 'Algo ha salido mal',
	'error.internalText':
		'El bot ha tenido un error interno. `{/links}` muestra los vínculos actuales. Inténtalo de nuevo dentro de un minuto.',
	'error.upstream': 'Otro servicio no responde',
	'error.serverDown': 'Dropwire no responde',
	'error.serverDownText': 'Dropwire no ha respondido. No se ha cambiado nada. Inténtalo de nuevo dentro de un minuto.',
	'error.savedText': 'El cambio se ha hecho, pero ahora no se puede mostrar. Compruébalo dentro de un minuto.',
	'error.unknownText':
		'Dropwire no ha respondido, así que no se sabe si el cambio se ha hecho. Compruébalo dentro de un minuto.',
	'error.token': 'El bot no tiene acceso',
	'error.tokenText': 'Dropwire rechaza el token del bot. Pide a los operadores que creen uno nuevo con el scope `bot`.',
	'error.tooMany': 'Demasiadas solicitudes',
	'error.tooManyText': {
		one: 'Inténtalo de nuevo dentro de {count} segundo.',
		other: 'Inténtalo de nuevo dentro de {count} segundos.',
	},
	'error.discordCode': '{message} ({code}). No se ha cambiado nada. Inténtalo de nuevo dentro de un minuto.',
	'error.channelRights':
		'El bot necesita **{view}** y **{webhooks}** en ese canal. Abre los ajustes del canal, luego Permisos, añade el rol **Dropwire** y permite ambos.',
	'error.channelFull':
		'El canal tiene tantos webhooks como permite Discord. Elimina uno en los ajustes del canal, en Integraciones.',
	'error.serverFull':
		'Este servidor tiene tantos webhooks como permite Discord: 1000. Elimina algunos en los ajustes del servidor, en Integraciones.',
	'error.channelGone': 'El canal ya no existe. Elige otro.',
	'permission.ViewChannel': 'Ver canal',
	'permission.ManageWebhooks': 'Gestionar webhooks',
	'permission.ManageGuild': 'Gestionar servidor',
	'permission.SendMessages': 'Enviar mensajes',
	'permission.EmbedLinks': 'Insertar enlaces',
	'permission.CreateEvents': 'Crear eventos',
	'deny.oldButton': 'Este botón es de una versión anterior. Ejecuta el comando de nuevo.',
	'deny.oldForm': 'Este formulario es de una versión anterior. Ejecuta el comando de nuevo.',
	'deny.oldCommand': 'Este comando es de una versión anterior. `{/help}` muestra los actuales.',
	'deny.notMember': 'Invita primero al bot a este servidor: sus comandos solo funcionan donde es miembro.',
	'deny.manage': 'Necesitas el permiso **{manage}** en este servidor.',
	'deny.region': 'La región «{text}» no existe. Regiones: {regions}.',
	'deny.topic': '{region} no tiene el tema «{text}». `{/topics region}:{code}` muestra sus temas.',
	'deny.link': 'Elige uno de los vínculos sugeridos. `{/links}` los muestra todos.',
	'deny.everyone': 'Los mensajes no pueden mencionar a @everyone. Elige otro rol.',
	'deny.postName': '`{/link post_name}` es solo para foros. Elige un foro u omite la opción.',
	'deny.locked': '<#{channel}> está bloqueado, así que Discord no acepta mensajes allí. Desbloquéalo primero.',
	'deny.channelType': 'Elige un canal de texto o de anuncios, un foro o un hilo que el bot pueda ver.',
	'deny.tagRequired':
		'El foro <#{channel}> exige una etiqueta en cada publicación y no tiene ninguna llamada {brands}. Crea esa etiqueta en el foro o desactiva que las publicaciones la exijan. Después, ejecuta el comando de nuevo.',
	'deny.channelGone': 'El canal ya no existe. Usa `{/link}` para vincular otro.',
	'deny.setupGone': 'El canal ya no existe. Ejecuta `{/setup}` de nuevo.',
	'deny.undoLate': 'Solo se puede deshacer durante 15 minutos. Usa `{/link}` para crear el vínculo de nuevo.',
	'deny.undoLost':
		'El bot se ha reiniciado y ya no tiene las opciones de este vínculo. Usa `{/link}` para crearlo de nuevo.',
	'deny.price': 'El precio debe ser como 50-120, 50- o -120, y «{text}» no lo es.',
	'deny.number': '«{text}» no es un número.',
	'deny.quiet': 'Las horas de silencio deben ser como 22:00-07:00 Europe/Vienna, y «{text}» no lo es.',
	'deny.webhooks': {
		one: '<#{channel}> tiene {count} webhook, el máximo que permite Discord. Elimina uno en los ajustes del canal, en Integraciones, y ejecuta el comando de nuevo.',
		other:
			'<#{channel}> tiene {count} webhooks, el máximo que permite Discord. Elimina uno en los ajustes del canal, en Integraciones, y ejecuta el comando de nuevo.',
	},
	'deny.rights':
		'El bot necesita {permissions} en <#{channel}>.\nAbre los ajustes de ese canal, luego Permisos, añade el rol **Dropwire** y permite {permissions}. Después, ejecuta el comando de nuevo.',
	'deny.already': '<#{channel}> ya recibe {topic} ({region}).',
	'server.notListed': 'Tu cuenta no está en la lista de acceso. Pide a un operador que te añada.',
	'server.premium': 'Esto es para clientes premium. Pide a un operador el rol premium.',
	'server.operators': 'Solo los operadores pueden hacer esto.',
	'server.already': 'Este canal ya recibe {topic} ({region}).',
	'server.unknown': '{what} no existe.',
	'server.noLink': 'Este servidor no tiene ese vínculo.',
	'server.isOff': 'Este vínculo está desactivado: {reason}.',
	'server.botLeft': 'El bot fue expulsado de este servidor; el vínculo volverá a funcionar cuando regrese',
	'server.channelGone': 'El canal de Discord fue eliminado',
	'server.webhookGone': 'El webhook fue eliminado en Discord',
	'server.noShop': 'Ninguna tienda ha respondido en ninguna región. Inténtalo de nuevo en un minuto.',
	'server.noShopIn': 'Ninguna tienda ha respondido en {where}. Inténtalo de nuevo en un minuto.',
	'server.changed': 'Alguien ha cambiado estas opciones entretanto. Ábrelas de nuevo.',
};
