package com.google.firebase.messaging;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

public class FirebaseMessagingService extends Service {

    @Override
    public native IBinder onBind(Intent intent);

    public native void onMessageReceived(RemoteMessage message);

    public native void onNewToken(String token);
}
