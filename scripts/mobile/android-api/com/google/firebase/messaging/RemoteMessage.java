package com.google.firebase.messaging;

import java.util.Map;

public class RemoteMessage {

    public native Map<String, String> getData();
}
